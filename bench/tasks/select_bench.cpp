// SPDX-License-Identifier: Apache-2.0
// Whole selections from categories in memory, without reading: CPU and wall seconds of each method,
// the least of some repeats, in turn. A method may have parameters: `jmi:correction=chance`. INPUT
// is a table whose columns are all taken as categories, or `rows:features:levels:classes` for
// generated ones.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "pith/base/random.h"
#include "pith/data/read.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, mark);)
    parts.push_back(part);
  return parts;
}

/// Every fifth feature is a noisy copy of the target, its neighbour a noisy copy of that one.
Table generated(std::size_t rows, std::size_t features, std::size_t levels, std::size_t classes) {
  const Random random(1, 0);
  std::vector<std::uint32_t> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = static_cast<std::uint32_t>(row < classes ? row : random.below(row, classes));
  std::vector<Column> columns;
  std::vector<std::uint32_t> codes(rows);
  for (std::size_t i = 0; i < features; ++i) {
    const Random noise(1, i + 1);
    const double strength = i % 5 == 0 ? 0.05 + 0.45 * noise.uniform(rows) : i % 5 == 1 ? 0.5 : 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint32_t parent = i % 5 == 0 ? target[row] : codes[row];
      const bool is_copy = noise.uniform(2 * row) < strength;
      codes[row] = row < levels ? static_cast<std::uint32_t>(row)
                   : is_copy    ? parent % static_cast<std::uint32_t>(levels)
                                : static_cast<std::uint32_t>(noise.below(2 * row + 1, levels));
    }
    columns.push_back(codes_column(codes));
  }
  return table_of(std::move(columns), target);
}

Table input(const std::string& name) {
  const std::vector<std::string> parts = split(name, ':');
  if (parts.size() == 4) {
    return generated(std::stoul(parts[0]), std::stoul(parts[1]), std::stoul(parts[2]),
                     std::stoul(parts[3]));
  }
  Roles roles;
  roles.kinds.categorical = {"*"};
  return read(name, roles);
}

/// A method with its parameters, and the least time that it took.
struct Run {
  std::string text;  // as given
  std::string method;
  Settings settings = {};
  double cpu = 1e9;
  double wall = 1e9;
  Feature last = 0;
};

Run run_of(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  Run run{.text = text, .method = parts.at(0)};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::vector<std::string> pair = split(parts[i], '=');
    run.settings.emplace_back(pair.at(0), pair.at(1));
  }
  return run;
}

void measure(const Table& table, Run& run, std::size_t k, unsigned threads) {
  const double cpu_start = bench::cpu_seconds();
  const double wall_start = bench::wall_seconds();
  const Selection selection = select(table, run.method, k, run.settings, {.threads = threads});
  run.cpu = std::min(run.cpu, bench::cpu_seconds() - cpu_start);
  run.wall = std::min(run.wall, bench::wall_seconds() - wall_start);
  run.last = selection.selected.back().feature;
}

}  // namespace
}  // namespace pith

int main(int argc, char** argv) {
  if (argc != 6) {
    fmt::print(stderr, "usage: select_bench INPUT METHOD,METHOD,... K THREADS REPEATS\n");
    return 2;
  }
  try {
    const pith::Table table = pith::input(argv[1]);
    fmt::print("{}: {} rows, {} features, {} classes; k = {}, {} threads\n", argv[1], table.rows(),
               table.features(), table.classes(), argv[3], argv[4]);
    std::vector<pith::Run> runs;
    for (const std::string& text : pith::split(argv[2], ','))
      runs.push_back(pith::run_of(text));
    for (int repeat = 0; repeat < std::stoi(argv[5]); ++repeat) {
      for (pith::Run& run : runs)
        pith::measure(table, run, std::stoul(argv[3]), static_cast<unsigned>(std::stoul(argv[4])));
    }
    fmt::print("{:<28} {:>9} {:>9}   {:>6}\n", "method", "cpu s", "wall s", "last");
    for (const pith::Run& run : runs)
      fmt::print("{:<28} {:>9.4f} {:>9.4f}   {:>6}\n", run.text, run.cpu, run.wall, run.last);
    fmt::print("peak memory {} MiB\n", pith::bench::peak_bytes() >> 20);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
