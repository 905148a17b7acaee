// SPDX-License-Identifier: Apache-2.0
// Reads a CSV file of numbers and prints as JSON what it cost and what came out: see read_csv.py.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "bench/clock.h"
#include "pith/data/csv/csv.h"

namespace {

void run(const char* path, unsigned threads) {
  const double cpu_before = pith::bench::cpu_seconds();
  const auto before = std::chrono::steady_clock::now();
  pith::Input input = pith::Input::open(path);
  pith::Context context;
  context.threads = threads;
  const pith::Columns table = pith::read_csv(input, {}, {}, context);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - before;
  const double cpu = pith::bench::cpu_seconds() - cpu_before;
  const long peak = pith::bench::peak_bytes();
  double sum = 0;
  for (const pith::Column& column : table.columns) {
    double part = 0;
    for (const double value : column.numbers())
      part += value;
    sum += part;
  }
  const std::size_t rows = table.columns.front().rows();
  const std::size_t columns = table.columns.size();
  std::string cells;
  for (std::size_t i = 0; i < 1000; ++i) {
    // A stride that is prime to most shapes visits cells all over the table.
    const std::size_t cell = i * 7919 * 104729 % (rows * columns);
    cells += fmt::format("{}{:a}", i == 0 ? "\"" : ",\"",
                         table.columns[cell % columns].numbers()[cell / columns]) +
             '"';
  }
  fmt::print(
      "{{\"cpu\":{},\"wall\":{},\"peak\":{},\"rows\":{},\"columns\":{},\"sum\":\"{:a}\","
      "\"cells\":[{}]}}\n",
      cpu, wall.count(), peak, rows, columns, sum, cells);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: read_csv FILE THREADS\n");
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
