// SPDX-License-Identifier: Apache-2.0
#include "pith/data/number.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_digit(char letter) {
  return number_internal::digit(letter) <= 9;
}

bool starts_with_word(const char* begin, const char* end, std::string_view word) {
  return static_cast<std::size_t>(end - begin) >= word.size() &&
         std::equal(word.begin(), word.end(), begin,
                    [](char expected, char letter) { return (letter | 0x20) == expected; });
}

/// True when a number out of the range of doubles is too large rather than too small, by the sign
/// of its decimal exponent.
bool is_huge(const char* begin, const char* end) {
  constexpr long long saturated = 1LL << 40;
  long long leading = 0;  // the power of ten of the first digit that is not 0
  bool has_leading = false;
  bool is_fraction = false;
  const char* p = begin;
  for (; p < end && (is_digit(*p) || *p == '.'); ++p) {
    if (*p == '.') {
      is_fraction = true;
    } else if (!has_leading && *p == '0') {
      leading -= is_fraction ? 1 : 0;
    } else {
      if (has_leading && !is_fraction) ++leading;
      if (!has_leading && is_fraction) --leading;
      has_leading = true;
    }
  }
  long long exponent = 0;
  bool is_negative = false;
  if (p < end) ++p;  // the 'e'
  if (p < end && (*p == '-' || *p == '+')) is_negative = *p++ == '-';
  for (; p < end && is_digit(*p); ++p) {
    exponent = std::min(saturated, exponent * 10 + static_cast<long long>(*p - '0'));
  }
  return leading + (is_negative ? -exponent : exponent) > 0;
}

}  // namespace

ParsedNumber number_internal::parse_any_number(const char* begin, const char* end) {
  const char* p = begin;
  const bool is_negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) ++p;
  const double sign = is_negative ? -1.0 : 1.0;
  if (starts_with_word(p, end, "infinity")) return {sign * infinity, p + 8};
  if (starts_with_word(p, end, "inf")) return {sign * infinity, p + 3};
  // from_chars would also take a second sign and NaN.
  const bool is_number = p < end && (is_digit(*p) || (*p == '.' && p + 1 < end && is_digit(p[1])));
  if (!is_number) return {};
  double value = 0;
  const auto [stop, error] = std::from_chars(p, end, value);
  if (error == std::errc::result_out_of_range) value = is_huge(p, stop) ? infinity : 0.0;
  return {is_negative ? -value : value, stop};
}

ParsedNumber parse_number(const char* begin, const char* end) {
  constexpr std::ptrdiff_t longest = 32;
  char copy[longest + number_padding] = {};
  const std::ptrdiff_t size = std::min(end - begin, longest);
  std::copy_n(begin, size, copy);
  const ParsedNumber number = parse_padded_number(copy, copy + size);
  if (number.end == nullptr) return number;
  const std::ptrdiff_t used = number.end - copy;
  // A number that fills the copy may continue after it, and an exponent may have been cut at "e-".
  if (used + 2 >= longest && end - begin > longest) {
    return number_internal::parse_any_number(begin, end);
  }
  return {number.value, begin + used};
}

std::optional<double> number_of(std::string_view text) {
  const char* const end = text.data() + text.size();
  const ParsedNumber number = parse_number(text.data(), end);
  if (number.end != end || text.empty()) return std::nullopt;
  return number.value;
}

}  // namespace pith
