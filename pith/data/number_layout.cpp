// SPDX-License-Identifier: Apache-2.0
#include "pith/data/number_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "pith/base/error.h"

namespace pith {
namespace {

/// Calls `use` with a value of the C++ type that `type` stands for.
template <class Use>
decltype(auto) with_type(NumberType type, Use use) {
  switch (type) {
    case NumberType::float64:
      return use(double{});
    case NumberType::float32:
      return use(float{});
    case NumberType::int8:
      return use(std::int8_t{});
    case NumberType::int16:
      return use(std::int16_t{});
    case NumberType::int32:
      return use(std::int32_t{});
    case NumberType::int64:
      return use(std::int64_t{});
    case NumberType::uint8:
      return use(std::uint8_t{});
    case NumberType::uint16:
      return use(std::uint16_t{});
    case NumberType::uint32:
      return use(std::uint32_t{});
    case NumberType::uint64:
      break;
  }
  return use(std::uint64_t{});
}

/// Copies the value, since borrowed memory need not be aligned.
template <class T>
T value_at(const std::byte* place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

template <class T>
void widen_contiguous(const std::byte* from, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<double>(value_at<T>(from + i * sizeof(T)));
}

template <class T>
void widen_stored(const NumberLayout& layout, std::size_t first, std::span<double> out) {
  const std::span<const std::int32_t> rows = *layout.stored;
  const auto* const values = static_cast<const std::byte*>(layout.values);
  std::fill(out.begin(), out.end(), 0.0);
  const auto begin = static_cast<std::size_t>(
      std::lower_bound(rows.begin(), rows.end(), static_cast<std::int64_t>(first)) - rows.begin());
  for (std::size_t i = begin; i < rows.size(); ++i) {
    const std::size_t place = static_cast<std::size_t>(rows[i]) - first;
    if (place >= out.size()) return;
    out[place] = static_cast<double>(value_at<T>(values + i * sizeof(T)));
  }
}

/// The number of stored values: fewer than the rows in a sparse column.
std::size_t value_count(const NumberLayout& layout) {
  return layout.stored ? layout.stored->size() : layout.rows;
}

/// 0, or NaN where the value is infinite or NaN.
template <class T>
T zero_or_nan(T value) {
  return value - value;  // NOLINT(misc-redundant-expression)
}

/// Sums zero_or_nan() without a branch, so that the loop vectorizes.
template <class T>
bool are_finite(const std::byte* values, std::size_t count, std::ptrdiff_t step) {
  constexpr std::size_t block = 4096;
  for (std::size_t begin = 0; begin < count; begin += block) {
    const std::size_t size = std::min(block, count - begin);
    const std::byte* const from = values + static_cast<std::ptrdiff_t>(begin) * step;
    T sum = 0;
    if (step == sizeof(T)) {
      T sums[8] = {};
      std::size_t i = 0;
      for (; i + 8 <= size; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
          sums[lane] += zero_or_nan(value_at<T>(from + (i + lane) * sizeof(T)));
        }
      }
      for (; i < size; ++i)
        sum += zero_or_nan(value_at<T>(from + i * sizeof(T)));
      for (const T lane : sums)
        sum += lane;
    } else {
      for (std::size_t i = 0; i < size; ++i)
        sum += zero_or_nan(value_at<T>(from + static_cast<std::ptrdiff_t>(i) * step));
    }
    if (sum != 0) return false;  // NaN differs from 0, too
  }
  return true;
}

template <class T>
InvalidValues find_non_finite(const NumberLayout& layout, const Mask& missing) {
  InvalidValues found{.missing = missing, .infinite = {}, .inexact = {}};
  const auto* const values = static_cast<const std::byte*>(layout.values);
  const std::ptrdiff_t step = layout.step == 0 ? std::ptrdiff_t{sizeof(T)} : layout.step;
  const std::size_t count = value_count(layout);
  if (are_finite<T>(values, count, step)) return found;
  for (std::size_t i = 0; i < count; ++i) {
    const T value = value_at<T>(values + static_cast<std::ptrdiff_t>(i) * step);
    if (std::isfinite(value)) continue;
    const std::size_t row = layout.stored ? static_cast<std::size_t>((*layout.stored)[i]) : i;
    if (missing.test(row)) continue;
    if (std::isnan(value)) {
      found.missing.set(row);
    } else if (!found.infinite) {
      found.infinite = row;
    }
  }
  return found;
}

/// Beyond 2^53 most integers are not doubles. Such values are most likely identifiers, and rounding
/// would make different ones equal.
template <class T>
InvalidValues find_inexact(const NumberLayout& layout, const Mask& missing) {
  InvalidValues found{.missing = missing, .infinite = {}, .inexact = {}};
  const auto* const values = static_cast<const std::byte*>(layout.values);
  const std::ptrdiff_t step = layout.step == 0 ? std::ptrdiff_t{sizeof(T)} : layout.step;
  for (std::size_t i = 0; i < value_count(layout); ++i) {
    const T value = value_at<T>(values + static_cast<std::ptrdiff_t>(i) * step);
    constexpr T safe = T{1} << 53U;
    if (value <= safe && (std::is_unsigned_v<T> || value >= T{0} - safe)) continue;
    if (exact_double(value)) continue;
    const std::size_t row = layout.stored ? static_cast<std::size_t>((*layout.stored)[i]) : i;
    if (missing.test(row)) continue;
    found.inexact = row;
    break;
  }
  return found;
}

}  // namespace

std::size_t size_of(NumberType type) {
  return with_type(type, [](auto value) { return sizeof value; });
}

bool NumberLayout::is_direct() const {
  return type == NumberType::float64 && !stored && (step == 0 || step == sizeof(double)) &&
         reinterpret_cast<std::uintptr_t>(values) % alignof(double) == 0;
}

void widen(const NumberLayout& layout, std::size_t first, std::span<double> out) {
  with_type(layout.type, [&](auto zero) {
    using T = decltype(zero);
    if (layout.stored) return widen_stored<T>(layout, first, out);
    const auto* const values = static_cast<const std::byte*>(layout.values);
    if (layout.step == 0 || layout.step == std::ptrdiff_t{sizeof(T)})
      return widen_contiguous<T>(values + first * sizeof(T), out);
    const std::byte* place = values + static_cast<std::ptrdiff_t>(first) * layout.step;
    for (double& number : out) {
      number = static_cast<double>(value_at<T>(place));
      place += layout.step;
    }
  });
}

InvalidValues find_invalid_values(const NumberLayout& layout, const Mask& missing) {
  if (layout.type == NumberType::float64) return find_non_finite<double>(layout, missing);
  if (layout.type == NumberType::float32) return find_non_finite<float>(layout, missing);
  if (layout.type == NumberType::int64) return find_inexact<std::int64_t>(layout, missing);
  if (layout.type == NumberType::uint64) return find_inexact<std::uint64_t>(layout, missing);
  return {.missing = missing, .infinite = {}, .inexact = {}};
}

void reject_invalid_values(const std::string& column, const InvalidValues& invalid) {
  if (invalid.infinite) {
    throw Error(ErrorKind::bad_data,
                fmt::format("column {}, row {} (counted from 0): the value is infinite; replace it "
                            "with a number, or with NaN if it is missing",
                            quoted(column), *invalid.infinite),
                Cause::infinite_value);
  }
  if (invalid.inexact) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("column {}, row {} (counted from 0): the integer does not fit exactly in "
                    "a double; drop the column if it is an identifier, or convert it to text",
                    quoted(column), *invalid.inexact));
  }
}

}  // namespace pith
