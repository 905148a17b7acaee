// SPDX-License-Identifier: Apache-2.0
// What a selection takes in C++ from a matrix of floats that lies in memory:
//   borrowed_bench FILE ROWS COLUMNS METHOD K THREADS ORDER
// FILE holds the floats column by column, then a class of each row as a byte; ORDER says how they
// lie in memory: F column by column, C row by row. Prints seconds and the bytes that the peak of
// memory was above what was held before: bench/rivals/overhead.py compares Python with it.
#include <fmt/format.h>
#include <malloc.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "pith/data/row_strip.h"
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

/// The heap of a process that has worked for a while, as Python has when it calls: malloc has
/// learned to keep what is freed, up to its limits, instead of new pages for every column.
void age_heap() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  bool is_by_rows = false;
  std::vector<float> values = std::vector<float>(rows * cols);

  NumberLayout column(std::size_t col) const {
    NumberLayout layout{.type = NumberType::float32, .values = &values[col * rows], .rows = rows};
    if (is_by_rows) {
      layout.values = &values[col];
      layout.step = static_cast<std::ptrdiff_t>(cols * sizeof(float));
    }
    return layout;
  }
};

/// The same numbers, row by row.
Matrix by_rows(const Matrix& by_columns) {
  Matrix made{.rows = by_columns.rows, .cols = by_columns.cols, .is_by_rows = true};
  for (std::size_t col = 0; col < made.cols; ++col) {
    for (std::size_t row = 0; row < made.rows; ++row)
      made.values[row * made.cols + col] = by_columns.values[col * made.rows + row];
  }
  return made;
}

Table borrowed_table(const Matrix& matrix, const std::vector<std::uint8_t>& classes) {
  std::vector<NumberLayout> layouts;
  for (std::size_t col = 0; col < matrix.cols; ++col)
    layouts.push_back(matrix.column(col));
  // Whoever takes numbers from elsewhere must look at all of them.
  const std::vector<InvalidValues> unusual = find_invalid_values(layouts, {});
  Columns columns;
  for (std::size_t col = 0; col < matrix.cols; ++col) {
    columns.columns.push_back(Column::borrow(layouts[col], nullptr, unusual[col].missing));
    columns.names.push_back(fmt::format("x{}", col));
  }
  columns.columns.push_back(Column::borrow(
      {.type = NumberType::uint8, .values = classes.data(), .rows = matrix.rows}, nullptr));
  columns.names.emplace_back("y");
  return assign_roles(std::move(columns), {.target = "y"});
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 8) return 2;
  Matrix matrix{.rows = std::stoull(arguments[2]), .cols = std::stoull(arguments[3])};
  std::vector<std::uint8_t> classes(matrix.rows);
  std::ifstream file(arguments[1], std::ios::binary);
  file.read(reinterpret_cast<char*>(matrix.values.data()),
            static_cast<std::streamsize>(matrix.values.size() * sizeof(float)));
  file.read(reinterpret_cast<char*>(classes.data()), static_cast<std::streamsize>(classes.size()));
  if (!file) return 2;
  if (arguments[7] == std::string("C")) matrix = by_rows(matrix);
  age_heap();
  std::ofstream("/proc/self/clear_refs") << "5";  // forget the peak so far
  const std::uint64_t held = memory("VmRSS:");
  const double start = bench::wall_seconds();
  Context context;
  context.threads = static_cast<unsigned>(std::stoul(arguments[6]));
  const Table table = borrowed_table(matrix, classes);
  Request request;
  request.method = arguments[4];
  request.k = std::stoull(arguments[5]);
  const Selection outcome = select(table, request, context);
  const double seconds = bench::wall_seconds() - start;
  fmt::print("{{\"seconds\": {}, \"added\": {}, \"chosen\": [", seconds, memory("VmHWM:") - held);
  for (std::size_t i = 0; i < outcome.selected.size(); ++i)
    fmt::print("{}{}", i == 0 ? "" : ", ", outcome.selected[i].feature);
  fmt::print("]}}\n");
}
