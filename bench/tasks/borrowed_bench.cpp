// SPDX-License-Identifier: Apache-2.0
// What a selection takes in C++ from a matrix of floats that lies in memory, column by column:
//   borrowed_bench FILE ROWS COLUMNS METHOD K THREADS
// FILE holds the floats, then a class of each row as a byte. Prints seconds and the bytes that the
// peak of memory was above what was held before: bench/rivals/overhead.py compares Python with it.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "pith/base/parallel.h"
#include "pith/pith.h"

namespace {

using namespace pith;  // NOLINT(google-build-using-namespace)

std::uint64_t memory(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key, 0) == 0) return std::stoull(line.substr(key.size() + 1)) * 1024;
  }
  return 0;
}

Table borrowed_table(const std::vector<float>& values, const std::vector<std::uint8_t>& classes,
                     std::size_t cols) {
  const std::size_t rows = classes.size();
  std::vector<NumberLayout> layouts(cols);
  std::vector<Unusual> unusual(cols);
  parallel_blocks({}, cols, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      layouts[i] = {.type = NumberType::float32, .values = values.data() + i * rows, .rows = rows};
      unusual[i] = unusual_numbers(layouts[i]);
    }
  });
  Columns columns;
  for (std::size_t i = 0; i < cols; ++i) {
    columns.columns.push_back(Column::borrow(layouts[i], nullptr, unusual[i].missing));
    columns.names.push_back(fmt::format("x{}", i));
  }
  columns.columns.push_back(
      Column::borrow({.type = NumberType::uint8, .values = classes.data(), .rows = rows}, nullptr));
  columns.names.emplace_back("y");
  return assign_roles(std::move(columns), {.target = "y"});
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 7) return 2;
  const std::size_t rows = std::stoull(arguments[2]);
  const std::size_t cols = std::stoull(arguments[3]);
  std::vector<float> values(rows * cols);
  std::vector<std::uint8_t> classes(rows);
  std::ifstream file(arguments[1], std::ios::binary);
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(float)));
  file.read(reinterpret_cast<char*>(classes.data()), static_cast<std::streamsize>(rows));
  if (!file) return 2;
  std::ofstream("/proc/self/clear_refs") << "5";  // forget the peak so far
  const std::uint64_t held = memory("VmRSS:");
  const double start = bench::wall_seconds();
  Context context;
  context.threads = static_cast<unsigned>(std::stoul(arguments[6]));
  const Table table = borrowed_table(values, classes, cols);
  Request request;
  request.method = arguments[4];
  request.k = std::stoull(arguments[5]);
  const Outcome outcome = run(table, request, context);
  const double seconds = bench::wall_seconds() - start;
  fmt::print("{{\"seconds\": {}, \"added\": {}, \"chosen\": [", seconds, memory("VmHWM:") - held);
  for (std::size_t i = 0; i < outcome.selection.selected.size(); ++i)
    fmt::print("{}{}", i == 0 ? "" : ", ", outcome.selection.selected[i].feature);
  fmt::print("]}}\n");
}
