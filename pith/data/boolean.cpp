// SPDX-License-Identifier: Apache-2.0
#include "pith/data/boolean.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "pith/base/assert.h"

namespace pith {
namespace {

bool is_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

}  // namespace

std::optional<bool> boolean_of(std::string_view word) {
  if (is_word(word, "true")) return true;
  if (is_word(word, "false")) return false;
  return std::nullopt;
}

Column boolean_column(std::vector<std::uint8_t> truths, Mask missing) {
  const std::size_t rows = truths.size();
  if (rows > 0 && missing.count() == rows) {
    return Column::from_numbers(std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN()),
                                std::move(missing));
  }
  if (missing.any()) {
    for (std::size_t row = 0; row < rows; ++row)
      truths[row] = truths[row] != 0 && !missing.test(row) ? 1 : 0;
  } else {
    for (std::uint8_t& truth : truths)
      truth = truth != 0 ? 1 : 0;
  }
  return Column::from_bytes(std::move(truths), {"False", "True"}, std::move(missing));
}

bool are_boolean_levels(std::span<const std::string> levels) {
  return !levels.empty() && levels.size() <= 2 &&
         std::all_of(levels.begin(), levels.end(),
                     [](const std::string& level) { return boolean_of(level).has_value(); });
}

bool is_boolean(const Column& column) {
  return column.is_codes() && are_boolean_levels(column.level_names());
}

Column boolean_numbers(const Column& column) {
  PITH_ASSERT(is_boolean(column));
  std::vector<double> numbers(column.rows(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!column.missing().test(row))
      numbers[row] = boolean_of(column.level(column.code(row))).value_or(false) ? 1 : 0;
  }
  return Column::from_numbers(std::move(numbers), column.missing());
}

}  // namespace pith
