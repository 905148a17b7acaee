// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace pith {

struct ParsedNumber {
  double value = 0;
  const char* end = nullptr;  ///< behind the last character that was used; nullptr: no number
};

/// Reads the longest number at the start of [begin, end): sign, digits with a point, exponent; or
/// `inf` or `infinity` in any case. Correctly rounded and independent of the locale; a number
/// too large for a double is infinite, one too small is 0. No blanks, no hexadecimal, no NaN.
ParsedNumber parse_number(const char* begin, const char* end);

/// The number that all of `text` spells, if it does.
std::optional<double> number_of(std::string_view text);

/// How many zero bytes parse_padded_number() needs after `end`.
inline constexpr std::size_t number_padding = 16;

namespace number_internal {

/// parse_number() without the fast path for ordinary numbers.
ParsedNumber parse_any_number(const char* begin, const char* end);

inline constexpr std::array<double, 23> powers_of_ten = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr std::array<std::uint64_t, 9> integer_powers_of_ten = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

inline unsigned digit(char letter) {
  return static_cast<unsigned>(static_cast<unsigned char>(letter)) - '0';
}

inline constexpr std::uint64_t all_zeros = 0x3030303030303030U;  ///< the text "00000000"

/// The top bit of each byte that is above 9. A carry can change bytes after the first such byte,
/// but neither that byte nor whether there is one.
inline std::uint64_t above_nine(std::uint64_t bytes) {
  return ((bytes + 0x7676767676767676U) | bytes) & 0x8080808080808080U;
}

/// Eight digits, one in each byte (0 to 9, the first in the lowest), as one number: pairs are made
/// first, then the four pairs are weighted and summed by two multiplications.
inline std::uint64_t number_of_digits(std::uint64_t bytes) {
  bytes = bytes * 10 + (bytes >> 8U);
  const std::uint64_t odd = (bytes & 0x000000FF000000FFU) * 0x000F424000000064U;
  const std::uint64_t even = (bytes >> 16U & 0x000000FF000000FFU) * 0x0000271000000001U;
  return (odd + even) >> 32U;
}

/// Eight bytes of text as digits, of which only the first `count` (0 to 8) are kept: zeros come in
/// front of them. Shifted in two halves since a shift by 64 is not defined.
inline std::uint64_t keep_digits(std::uint64_t bytes, std::size_t count) {
  const std::size_t half = 32 - 4 * count;
  return bytes << half << half;
}

inline std::uint64_t load_digits(const char* text) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  return bytes ^ all_zeros;  // digits become 0 to 9, everything else more
}

struct Digits {
  std::uint64_t value = 0;
  std::size_t count = 0;  ///< 0 to 8
};

/// Up to eight digits at once, without a branch on how many there are.
inline Digits read_digits(const char* text) {
  const std::uint64_t bytes = load_digits(text);
  const auto count = static_cast<std::size_t>(std::countr_zero(above_nine(bytes))) / 8;
  return {number_of_digits(keep_digits(bytes, count)), count};
}

inline double with_sign(double value, std::uint64_t negative) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ negative << 63U);
}

/// Reads all digits at `text` behind those already in `mantissa`; the caller counts them.
inline const char* append_digits(const char* text, std::uint64_t& mantissa) {
  for (;;) {
    const Digits digits = read_digits(text);
    mantissa = mantissa * integer_powers_of_ten[digits.count] + digits.value;
    text += digits.count;
    if (digits.count < 8) [[likely]]
      return text;
  }
}

}  // namespace number_internal

/// As parse_number(), for text whose last character is followed by `number_padding` zero bytes.
///
/// Numbers whose digits fit in 53 bits, with a power of ten up to 22, are one exact multiplication
/// or division away from the correctly rounded result (Clinger, "How to read floating point numbers
/// accurately", 1990). These are nearly all numbers in real files; std::from_chars reads the rest.
inline ParsedNumber parse_padded_number(const char* begin, const char* end) {
  using namespace number_internal;
  if constexpr (std::endian::native != std::endian::little) return parse_any_number(begin, end);
  constexpr std::size_t safe_digits = 19;  // 19 digits fit in 64 bits
  constexpr std::uint64_t exact = std::uint64_t{1} << 53U;
  constexpr int exact_power = 22;
  // Signs are unpredictable, so that no branch may depend on them.
  const auto negative = static_cast<std::uint64_t>(*begin == '-');
  const char* p = begin + negative;
  const char* const first = p;
  std::uint64_t mantissa = digit(*p);
  if (mantissa > 9) [[unlikely]]
    return parse_any_number(begin, end);
  ++p;
  if (digit(*p) <= 9) {
    mantissa = 0;
    p = append_digits(first, mantissa);
  }
  auto count = static_cast<std::size_t>(p - first);
  int power = 0;
  if (*p == '.') {
    const char* const fraction = ++p;
    p = append_digits(p, mantissa);
    power = static_cast<int>(fraction - p);
    count += static_cast<std::size_t>(p - fraction);
  }
  if ((*p | 0x20) == 'e') {
    const bool is_small = p[1] == '-';
    const char* e = p + (is_small || p[1] == '+' ? 2 : 1);
    if (digit(*e) <= 9) {
      int exponent = 0;
      for (; digit(*e) <= 9; ++e) {
        exponent = exponent * 10 + static_cast<int>(digit(*e));
        if (exponent > 9999) [[unlikely]]
          return parse_any_number(begin, end);
      }
      power += is_small ? -exponent : exponent;
      p = e;
    }
  }
  if (count > safe_digits || mantissa > exact || power < -exact_power || power > exact_power)
      [[unlikely]] {
    return parse_any_number(begin, end);
  }
  auto value = static_cast<double>(static_cast<std::int64_t>(mantissa));
  value = power < 0 ? value / powers_of_ten[static_cast<std::size_t>(-power)]
                    : value * powers_of_ten[static_cast<std::size_t>(power)];
  return {with_sign(value, negative), p};
}

/// The number that all of [begin, end) spells, if it has the most common shape: an optional minus,
/// one digit, a point, and up to eight digits. Eight bytes after `end` must be readable. Exact for
/// the same reason as above.
inline bool parse_short_number(const char* begin, const char* end, double& value) {
  using namespace number_internal;
  if constexpr (std::endian::native != std::endian::little) return false;
  const auto negative = static_cast<std::uint64_t>(*begin == '-');
  const char* const p = begin + negative;
  const std::uint64_t whole = digit(*p);
  const auto count = static_cast<std::size_t>(end - p) - 2;
  if (p[1] != '.' || count > 8 || whole > 9) [[unlikely]]
    return false;
  const std::uint64_t fraction = keep_digits(load_digits(p + 2), count);
  if (above_nine(fraction) != 0) [[unlikely]]
    return false;
  const std::uint64_t mantissa = whole * integer_powers_of_ten[count] + number_of_digits(fraction);
  // Signed, since that conversion is one instruction.
  const auto exact = static_cast<double>(static_cast<std::int64_t>(mantissa));
  value = with_sign(exact / powers_of_ten[count], negative);
  return true;
}

/// The same for an optional minus and one to eight digits.
inline bool parse_short_integer(const char* begin, const char* end, double& value) {
  using namespace number_internal;
  if constexpr (std::endian::native != std::endian::little) return false;
  const auto negative = static_cast<std::uint64_t>(*begin == '-');
  const char* const p = begin + negative;
  const auto count = static_cast<std::size_t>(end - p);
  if (count - 1 > 7) [[unlikely]]
    return false;
  const std::uint64_t digits = keep_digits(load_digits(p), count);
  if (above_nine(digits) != 0) [[unlikely]]
    return false;
  value =
      with_sign(static_cast<double>(static_cast<std::int64_t>(number_of_digits(digits))), negative);
  return true;
}

}  // namespace pith
