// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/convert.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "pith/base/assert.h"
#include "pith/data/arrow/decimal.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/date.h"
#include "pith/data/formats/parquet/fault.h"

namespace pith::parquet {
namespace {

constexpr std::size_t decimal_bytes = 16;

/// Calls `of(i)` for each value and stores what it returns.
template <class Of>
void fill(std::size_t count, std::byte* out, Of of) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = of(i);
    std::memcpy(out + i * sizeof value, &value, sizeof value);
  }
}

template <class T>
void narrow(const std::byte* stored, std::size_t count, std::byte* out) {
  bool fits = true;
  fill(count, out, [&](std::size_t i) {
    const auto wide = value_at<std::int32_t>(stored, i);
    const auto value = static_cast<T>(wide);
    fits &= std::int32_t{value} == wide;
    return value;
  });
  if (!fits) damaged("an integer that its type does not have");
}

/// Databases write infinite dates as the first and the last ones of the type.
template <class Ticks>
bool is_infinite(Ticks ticks) {
  using Limits = std::numeric_limits<Ticks>;
  return ticks == Limits::max() || ticks <= -Limits::max();
}

/// Division by a constant is several times faster.
template <class Ticks>
void count_days(std::int64_t per_day, const std::byte* stored, std::size_t count, std::byte* out) {
  constexpr std::int64_t seconds = 86'400;
  constexpr std::int64_t millis = seconds * 1000;
  constexpr std::int64_t micros = millis * 1000;
  constexpr std::int64_t nanos = micros * 1000;
  const auto days = [&](auto divide) {
    fill(count, out, [&](std::size_t i) {
      const auto ticks = value_at<Ticks>(stored, i);
      return is_infinite(ticks) ? std::numeric_limits<double>::infinity() : divide(ticks);
    });
  };
  if (per_day == 1) return days([](std::int64_t ticks) { return static_cast<double>(ticks); });
  if (per_day == seconds) return days([](std::int64_t ticks) { return days_of(ticks, seconds); });
  if (per_day == millis) return days([](std::int64_t ticks) { return days_of(ticks, millis); });
  if (per_day == micros) return days([](std::int64_t ticks) { return days_of(ticks, micros); });
  PITH_ASSERT(per_day == nanos);
  days([](std::int64_t ticks) { return days_of(ticks, nanos); });
}

void convert_decimals(const ColumnType& type, const std::byte* stored, std::size_t count,
                      std::byte* out) {
  if (type.physical == Physical::fixed_bytes) {
    return fill(count, out, [&](std::size_t i) {
      const auto* const first = reinterpret_cast<const char*>(stored + i * type.width);
      return decimal_of({first, type.width}, type.scale);
    });
  }
  const ArrowDecimal decimal{.scale = type.scale, .bytes = static_cast<unsigned>(type.width)};
  fill(count, out, [&](std::size_t i) { return decimal_at(stored, i, decimal); });
}

}  // namespace

namespace {

/// The integer of a decimal, the lowest byte first.
std::array<std::byte, decimal_bytes> integer_of(std::string_view bytes) {
  if (bytes.empty()) damaged("a decimal without digits");
  const auto byte_at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const std::uint8_t sign = (byte_at(0) & 0x80U) != 0 ? 0xFF : 0;
  std::size_t extra = 0;  // bytes in front that only repeat the sign
  while (bytes.size() - extra > decimal_bytes && byte_at(extra) == sign)
    ++extra;
  if (bytes.size() - extra > decimal_bytes || (extra > 0 && (byte_at(extra) ^ sign) >= 0x80U)) {
    throw Fault(
        "holds decimals of more than 38 digits, which cannot be read; write the file again "
        "with floats",
        Fault::Kind::unsupported);
  }
  std::array<std::byte, decimal_bytes> integer{};
  integer.fill(std::byte{sign});
  for (std::size_t i = extra; i < bytes.size(); ++i)
    integer[bytes.size() - 1 - i] = std::byte{byte_at(i)};
  return integer;
}

}  // namespace

double decimal_of(std::string_view bytes, int scale) {
  return decimal_at(integer_of(bytes).data(), 0, {.scale = scale, .bytes = decimal_bytes});
}

bool is_inexact_decimal(std::string_view bytes, int scale) {
  return is_inexact_integer(integer_of(bytes).data(), 0, {.scale = scale, .bytes = decimal_bytes});
}

std::optional<std::size_t> first_inexact(const ColumnType& type, const std::byte* stored,
                                         std::size_t count) {
  if (type.conversion != Conversion::decimal || type.scale != 0) return std::nullopt;
  const ArrowDecimal decimal{.scale = 0, .bytes = static_cast<unsigned>(type.width)};
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_inexact =
        type.physical == Physical::fixed_bytes
            ? is_inexact_decimal(
                  {reinterpret_cast<const char*>(stored + i * type.width), type.width}, 0)
            : is_inexact_integer(stored, i, decimal);
    if (is_inexact) return i;
  }
  return std::nullopt;
}

std::string uuid_text(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    text += digits[byte >> 4U];
    text += digits[byte & 0xFU];
  }
  return text;
}

void convert(const ColumnType& type, const std::byte* stored, std::size_t count, std::byte* out) {
  switch (type.conversion) {
    case Conversion::narrow:
      if (type.number == NumberType::int8) return narrow<std::int8_t>(stored, count, out);
      if (type.number == NumberType::uint8) return narrow<std::uint8_t>(stored, count, out);
      if (type.number == NumberType::int16) return narrow<std::int16_t>(stored, count, out);
      return narrow<std::uint16_t>(stored, count, out);
    case Conversion::half:
      return fill(count, out,
                  [&](std::size_t i) { return widened_half(value_at<std::uint16_t>(stored, i)); });
    case Conversion::decimal:
      return convert_decimals(type, stored, count, out);
    case Conversion::ticks:
      if (type.physical == Physical::int32)
        return count_days<std::int32_t>(type.ticks_per_day, stored, count, out);
      return count_days<std::int64_t>(type.ticks_per_day, stored, count, out);
    case Conversion::none:
      break;
  }
  PITH_ASSERT(false);
}

}  // namespace pith::parquet
