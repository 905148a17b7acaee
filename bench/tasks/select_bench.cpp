// SPDX-License-Identifier: Apache-2.0
// Whole selections from categories in memory, without reading: CPU and wall seconds of each method,
// the least of some repeats. INPUT is a table whose columns are all taken as categories, or
// `rows:features:levels:classes` for generated ones.
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

void measure(const Table& table, const std::string& method, std::size_t k, unsigned threads,
             int repeats) {
  double cpu = 1e9;
  double wall = 1e9;
  Feature last = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double cpu_start = bench::cpu_seconds();
    const double wall_start = bench::wall_seconds();
    const Selection selection = select(table, method, k, {}, {.threads = threads});
    cpu = std::min(cpu, bench::cpu_seconds() - cpu_start);
    wall = std::min(wall, bench::wall_seconds() - wall_start);
    last = selection.selected.back().feature;
  }
  fmt::print("{:<12} {:>9.4f} {:>9.4f}   {:>6} {:>9}\n", method, cpu, wall, last,
             bench::peak_bytes() >> 20);
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
    fmt::print("method         cpu s    wall s     last  peak MiB\n");
    for (const std::string& method : pith::split(argv[2], ',')) {
      pith::measure(table, method, std::stoul(argv[3]), static_cast<unsigned>(std::stoul(argv[4])),
                    std::stoi(argv[5]));
    }
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
