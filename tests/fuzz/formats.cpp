// SPDX-License-Identifier: Apache-2.0
// One table of numbers, made of the bytes, is the same in every format that is written.
#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/data/write.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Any double, in one of the shapes that are written in other ways.
double number_from(Bytes& from) {
  switch (from.below(4)) {
    case 0:
      return from.take<std::int8_t>();
    case 1:
      return static_cast<double>(from.take<std::int32_t>()) / 100;
    case 2:
      return from.take<float>();
    default:
      return from.take<double>();
  }
}

/// Numbers with missing values, and whole numbers as the target.
Columns table_from(Bytes& from) {
  const std::size_t features = 1 + from.below(5);
  const std::size_t rows = 1 + from.below(12);
  Columns columns;
  for (std::size_t i = 0; i <= features; ++i) {
    const bool is_target = i == features;
    std::vector<double> values(rows);
    Mask missing;
    for (std::size_t row = 0; row < rows; ++row) {
      values[row] = is_target ? from.take<std::int8_t>() : number_from(from);
      if (std::isfinite(values[row])) continue;
      missing.set(row);
      values[row] = nan;
    }
    columns.names.push_back(is_target ? "target" : "f" + std::to_string(i));
    columns.columns.push_back(Column::from_numbers(std::move(values), std::move(missing)));
  }
  return columns;
}

}  // namespace

PITH_FUZZ_TARGET(formats) {
  Bytes from(bytes);
  const Columns table = table_from(from);
  for (const Format format : {Format::csv, Format::tsv, Format::arff, Format::libsvm, Format::npy,
                              Format::parquet, Format::arrow}) {
    std::string text;
    write_columns({.columns = table, .has_target = true}, format,
                  [&](std::string_view piece) { text += piece; });
    Outcome read = outcome_of(text, {.format = format});
    require(!read.is_error(), "what was written cannot be read", read.error);
    // The formats of numbers have names of their own.
    if (format == Format::libsvm || format == Format::npy) read.columns.names = table.names;
    const std::string other = difference(table, read.columns);
    require(other.empty(), "what was written is read as another table", other + "\n" + text);
  }
}

}  // namespace pith::fuzz
