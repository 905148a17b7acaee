// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pith {

/// The marks inside a number.
struct NumberStyle {
  char group = 0;  ///< between groups of three digits: `,` `.` blank or `'`; 0: none
  char decimal = '.';
};

inline constexpr std::array<NumberStyle, 8> number_styles = {
    {{0, '.'}, {0, ','}, {',', '.'}, {'.', ','}, {' ', '.'}, {' ', ','}, {'\'', '.'}, {'\'', ','}}};

/// A number as people write it, apart from its unit.
struct WrittenNumber {
  std::string_view unit;  ///< `$` `€` `£` `¥` `%`, a currency code such as `EUR`, or empty
  std::string digits;     ///< with sign, marks and exponent; every kind of blank is ` `
  bool is_currency() const { return !unit.empty() && unit != "%"; }
};

/// Splits `$1,234.50`, `-5 %`, `EUR 12`, `1 234`; nothing if the text is not of this form.
std::optional<WrittenNumber> split_written_number(std::string_view text);

struct StyledNumber {
  double value = 0;
  std::size_t decimals = 0;  ///< digits after the decimal mark
};

/// The number that `digits` spell in this style, if they do.
std::optional<StyledNumber> styled_number(std::string_view digits, const NumberStyle& style);

}  // namespace pith
