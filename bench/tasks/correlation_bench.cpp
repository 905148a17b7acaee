// SPDX-License-Identifier: Apache-2.0
// Selections by the correlation with a numeric target, beside a copy of the data:
//   correlation_bench ROWS FEATURES THREADS REPEATS
// Prints the least CPU seconds of each and their ratio to the copy, measured in turn. Fails if the
// feature that the target was made of is not selected first.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "pith/base/random.h"
#include "pith/pith.h"

namespace {

using namespace pith;  // NOLINT(google-build-using-namespace)

struct Data {
  std::size_t rows = 0;
  std::size_t features = 0;
  std::vector<double> numbers = std::vector<double>(rows * features);
};

/// The target is feature 7 with noise.
Table table_of(Data& data) {
  TableParts parts;
  for (std::size_t j = 0; j < data.features; ++j) {
    const Random random(1, j);
    for (std::size_t row = 0; row < data.rows; ++row)
      data.numbers[j * data.rows + row] = random.uniform(row);
    parts.features.push_back(Column::borrow(
        {.type = NumberType::float64, .values = &data.numbers[j * data.rows], .rows = data.rows},
        nullptr));
    parts.names.push_back("x" + std::to_string(j));
  }
  std::vector<double> target(data.rows);
  for (std::size_t row = 0; row < data.rows; ++row)
    target[row] = data.numbers[7 * data.rows + row] + Random(2, 0).uniform(row);
  parts.target = Column::from_numbers(std::move(target));
  parts.target_name = "y";
  return Table(std::move(parts));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fputs("correlation_bench ROWS FEATURES THREADS REPEATS\n", stderr);
  Data data{std::stoul(argv[1]), std::stoul(argv[2])};
  const Table table = table_of(data);
  const Context context{.threads = static_cast<unsigned>(std::stoul(argv[3]))};
  const std::vector<std::pair<std::string, Settings>> methods{
      {"correlation", {{"kind", "pearson"}}},
      {"anova-f", {}},
      {"correlation", {{"kind", "spearman"}}},
      {"correlation", {{"kind", "distance"}}}};
  std::vector<double> copy(data.numbers.size());
  double least_copy = std::numeric_limits<double>::infinity();
  std::vector<double> least(methods.size(), least_copy);
  for (int repeat = 0; repeat < std::stoi(argv[4]); ++repeat) {
    double start = bench::cpu_seconds();
    std::memcpy(copy.data(), data.numbers.data(), copy.size() * sizeof(double));
    least_copy = std::min(least_copy, bench::cpu_seconds() - start);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      if (m >= 2 && repeat > 0) continue;  // ranks and distances take their time
      start = bench::cpu_seconds();
      const Selection found = select(table, methods[m].first, 10, methods[m].second, context);
      least[m] = std::min(least[m], bench::cpu_seconds() - start);
      if (found.selected[0].name != "x7") return std::fputs("wrong feature\n", stderr);
    }
  }
  fmt::print("copy {:.3f} s ({})\n", least_copy, copy.back() == data.numbers.back());
  for (std::size_t m = 0; m < methods.size(); ++m) {
    fmt::print("{} {} {:.3f} s, {:.2f} copies\n", methods[m].first,
               methods[m].second.empty() ? "" : methods[m].second[0].second, least[m],
               least[m] / least_copy);
  }
  return 0;
}
