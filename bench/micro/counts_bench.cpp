// SPDX-License-Identifier: Apache-2.0
// Joint entropies of pairs of columns, one thread: every kernel beside the plain one (four byte
// histograms in turn, c log c by a table) in the same run. Fails when an entropy is wrong.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "pith/base/random.h"
#include "pith/stats/pair_entropies.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr std::size_t features = 64;
constexpr std::size_t classes = 10;

/// The twin: what a careful programmer writes in ten lines.
class Plain {
 public:
  explicit Plain(std::size_t rows) : logs_(rows + 1) {
    for (std::size_t c = 1; c <= rows; ++c)
      logs_[c] = static_cast<double>(c) * std::log(static_cast<double>(c));
  }

  double entropy(const std::vector<std::uint8_t>& x, const std::vector<std::uint8_t>& s,
                 std::size_t levels) {
    const std::size_t cells = levels * levels;
    for (auto& table : tables_)
      std::fill(table, table + cells, 0U);
    std::size_t row = 0;
    for (; row + 4 <= x.size(); row += 4) {
      ++tables_[0][x[row] * levels + s[row]];
      ++tables_[1][x[row + 1] * levels + s[row + 1]];
      ++tables_[2][x[row + 2] * levels + s[row + 2]];
      ++tables_[3][x[row + 3] * levels + s[row + 3]];
    }
    for (; row < x.size(); ++row)
      ++tables_[0][x[row] * levels + s[row]];
    double sum = 0;
    for (std::size_t cell = 0; cell < cells; ++cell)
      sum += logs_[tables_[0][cell] + tables_[1][cell] + tables_[2][cell] + tables_[3][cell]];
    const auto n = static_cast<double>(x.size());
    return std::log(n) - sum / n;
  }

 private:
  std::vector<double> logs_;
  std::uint32_t tables_[4][1024];
};

/// Seconds for one pair: the least of five rounds, each long enough for the clock.
template <class Work>
double seconds_per_pair(Work work) {
  double least = 1e9;
  for (int round = 0; round < 5; ++round) {
    std::size_t repeats = 0;
    const double start = bench::cpu_seconds();
    double used = 0;
    do {
      work();
      ++repeats;
      used = bench::cpu_seconds() - start;
    } while (used < 0.03);
    least = std::min(least, used / static_cast<double>(repeats * (features - 1)));
  }
  return least;
}

bool measure(std::size_t rows, std::size_t levels) {
  std::vector<Column> columns;
  std::vector<std::vector<std::uint8_t>> codes;
  for (std::size_t i = 0; i < features; ++i) {
    const auto values = random_codes(rows, levels, i);
    codes.emplace_back(values.begin(), values.end());
    columns.push_back(codes_column(values));
  }
  const Table table = table_of(std::move(columns), random_codes(rows, classes, 99));
  const CodePanel pairs(table, false, {});
  const CodePanel triples(table, true, {});
  const CountLogs logs(rows);
  PairCounter pair_counter(pairs, logs);
  PairCounter triple_counter(triples, logs);
  Plain plain(rows);
  std::vector<double> expected(features);
  std::vector<PairEntropies> found(features);
  std::vector<Feature> others(features - 1);
  std::iota(others.begin(), others.end(), Feature{1});
  const double twin = seconds_per_pair([&] {
    for (std::size_t i = 1; i < features; ++i)
      expected[i] = plain.entropy(codes[i], codes[0], levels);
  });
  const double triple = seconds_per_pair([&] { triple_counter.count_all(others, 0, &found[1]); });
  const double pair = seconds_per_pair([&] { pair_counter.count_all(others, 0, &found[1]); });
  const std::map<CountKernel, std::string> names = {{CountKernel::planes, "planes"},
                                                    {CountKernel::bytes, "bytes"},
                                                    {CountKernel::cells, "cells"},
                                                    {CountKernel::hashed, "hashed"}};
  fmt::print("{:>7} {:>6}  {:<7} {:>12.0f} {:>12.0f} {:>12.0f} {:>8.1f}x\n", rows, levels,
             pairs.is_grouped(1, 0) ? "groups" : names.at(pairs.kernel(1, 0)), 1 / twin, 1 / pair,
             1 / triple, twin / pair);
  for (std::size_t i = 1; i < features; ++i) {
    if (!(std::abs(found[i].xs - expected[i]) < 1e-10)) {
      fmt::print(stderr, "wrong: {} instead of {}\n", found[i].xs, expected[i]);
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace pith

/// All shapes, or the one with the rows and levels that are given.
int main(int count, char** arguments) {
  if (count == 3)
    return pith::measure(std::stoul(arguments[1]), std::stoul(arguments[2])) ? 0 : EXIT_FAILURE;
  fmt::print("   rows levels  kernel     plain/s       pairs/s    triples/s  pair/plain\n");
  bool is_right = true;
  for (const std::size_t rows : {60U, 2'600U, 100'000U}) {
    for (const std::size_t levels : {2U, 3U, 5U, 7U, 10U, 11U, 12U, 16U, 20U, 32U})
      is_right = pith::measure(rows, levels) && is_right;
  }
  return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
