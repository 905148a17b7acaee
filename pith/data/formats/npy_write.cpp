// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/npy_write.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <vector>

#include "pith/data/formats/numeric_columns.h"

namespace pith {
namespace {

constexpr std::size_t piece_values = std::size_t{1} << 15U;

/// Magic, version, and the dictionary, padded so that the values begin at a multiple of 64.
std::string header_text(std::size_t rows, std::size_t cols) {
  constexpr std::size_t alignment = 64;
  constexpr std::size_t before = 10;  // magic, version and the length
  std::string text =
      fmt::format("{{'descr': '{}f8', 'fortran_order': False, 'shape': ({}, {}), }}",
                  std::endian::native == std::endian::little ? '<' : '>', rows, cols);
  text.resize(text.size() + alignment - 1 - (before + text.size()) % alignment, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xFFU);
  header += static_cast<char>(text.size() >> 8U);
  return header + text;
}

}  // namespace

void write_npy(const Columns& columns, std::size_t targets, const TextSink& sink) {
  const NumericColumns numbers(columns, targets, "NPY");
  sink(header_text(numbers.rows(), numbers.size()));
  std::vector<double> piece;
  const auto flush = [&] {
    sink({reinterpret_cast<const char*>(piece.data()), piece.size() * sizeof(double)});
    piece.clear();
  };
  for (std::size_t row = 0; row < numbers.rows(); ++row) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      piece.push_back(numbers.at(row, i));
    if (piece.size() >= piece_values) flush();
  }
  flush();
}

}  // namespace pith
