// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/libsvm_write.h"

#include <cmath>
#include <string>

#include "pith/base/text.h"
#include "pith/data/formats/numeric_columns.h"

namespace pith {
namespace {

std::string value_text(double value) {
  return std::isnan(value) ? "nan" : number_text(value);
}

}  // namespace

void write_libsvm(const Columns& columns, bool has_target, const TextSink& sink) {
  const NumericColumns numbers(columns, has_target ? 1 : 0, "LIBSVM");
  const std::size_t features = numbers.size() - (has_target ? 1 : 0);
  std::string text;
  for (std::size_t row = 0; row < numbers.rows(); ++row) {
    text += has_target ? value_text(numbers.at(row, features)) : "0";
    for (std::size_t i = 0; i < features; ++i) {
      const double value = numbers.at(row, i);
      const bool is_last_of_first = row == 0 && i + 1 == features;
      if (value == 0 && !is_last_of_first) continue;
      text += ' ';
      text += std::to_string(i + 1);
      text += ':';
      text += value_text(value);
    }
    text += '\n';
    pass_full_piece(text, sink);
  }
  sink(text);
}

}  // namespace pith
