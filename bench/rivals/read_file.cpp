// SPDX-License-Identifier: Apache-2.0
// Reads a file whose columns have types, or CSV, and prints as JSON what it cost and what came out:
// see read_file.py and field.py.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "bench/clock.h"
#include "pith/data/csv/csv.h"
#include "pith/data/files/typed_file.h"

namespace {

/// Numbers as they are, codes by the sizes of their texts; missing values do not count.
double sum_of(const pith::Column& column) {
  double sum = 0;
  if (column.is_numbers()) {
    for (const double value : column.numbers())
      sum += std::isnan(value) ? 0 : value;
    return sum;
  }
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (!column.missing().test(row))
      sum += static_cast<double>(column.level(column.code(row)).size());
  }
  return sum;
}

pith::Columns read(const std::string& path, const pith::Context& context) {
  if (path.find(".csv") == std::string::npos)
    return pith::read_typed_files(pith::table_files(path, {}), {}, context).columns;
  pith::Input input = pith::Input::open(path);
  return pith::read_csv(input, {}, {}, context);
}

void run(const std::string& path, unsigned threads) {
  const double cpu_before = pith::bench::cpu_seconds();
  const auto before = std::chrono::steady_clock::now();
  pith::Context context;
  context.threads = threads;
  const pith::Columns table = read(path, context);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - before;
  const double cpu = pith::bench::cpu_seconds() - cpu_before;
  const long peak = pith::bench::peak_bytes();
  double bytes = 0;
  double sum = 0;
  for (const pith::Column& column : table.columns) {
    bytes += static_cast<double>(column.bytes());
    sum += sum_of(column);
  }
  fmt::print(
      "{{\"cpu\":{},\"wall\":{},\"peak\":{},\"bytes\":{},\"rows\":{},\"columns\":{},\"sum\":{}}}\n",
      cpu, wall.count(), peak, bytes, table.columns.front().rows(), table.columns.size(), sum);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: read_file FILE THREADS\n");
    return 2;
  }
  try {
    run(argv[1], static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
