// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/decimal.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "pith/base/assert.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/number.h"

namespace pith {
namespace {

__extension__ using Wide = __int128;

Wide integer_at(const std::byte* values, std::size_t place, unsigned bytes) {
  if (bytes == sizeof(std::int32_t)) return value_at<std::int32_t>(values, place);
  if (bytes == sizeof(std::int64_t)) return value_at<std::int64_t>(values, place);
  PITH_ASSERT(bytes == sizeof(Wide));
  return value_at<Wide>(values, place);
}

}  // namespace

double decimal_at(const std::byte* values, std::size_t place, const ArrowDecimal& type) {
  using number_internal::powers_of_ten;
  const Wide integer = integer_at(values, place, type.bytes);
  constexpr Wide exact = Wide{1} << 53U;
  const bool has_power = type.scale >= 0 && type.scale < static_cast<int>(powers_of_ten.size());
  // Both are exact doubles, so that the quotient is rounded once. Other numbers are parsed as text.
  if (has_power && integer >= -exact && integer <= exact)
    return static_cast<double>(integer) / powers_of_ten[static_cast<std::size_t>(type.scale)];
  const auto number = number_of(fmt::format("{}e{}", integer, -type.scale));
  PITH_ASSERT(number.has_value());
  return *number;
}

bool is_inexact_integer(const std::byte* values, std::size_t place, const ArrowDecimal& type) {
  if (type.scale != 0) return false;
  const Wide integer = integer_at(values, place, type.bytes);
  const auto value = static_cast<double>(integer);
  return value >= 0x1p127 || static_cast<Wide>(value) != integer;
}

}  // namespace pith
