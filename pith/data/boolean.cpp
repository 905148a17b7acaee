// SPDX-License-Identifier: Apache-2.0
#include "pith/data/boolean.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "pith/base/assert.h"

namespace pith {
namespace {

bool is_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

}  // namespace

bool is_boolean(const Column& column) {
  const auto& levels = column.level_names();
  return column.is_codes() && !levels.empty() && levels.size() <= 2 &&
         std::all_of(levels.begin(), levels.end(), [](const std::string& level) {
           return is_word(level, "true") || is_word(level, "false");
         });
}

Column boolean_numbers(const Column& column) {
  PITH_ASSERT(is_boolean(column));
  std::vector<double> numbers(column.rows(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!column.missing().test(row))
      numbers[row] = is_word(column.level(column.code(row)), "true") ? 1 : 0;
  }
  return Column::from_numbers(std::move(numbers), column.missing());
}

}  // namespace pith
