// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "pith/data/mask.h"

namespace pith {

/// A type of numbers in memory. Readers of a column see doubles.
enum class NumberType : std::uint8_t {
  float64,
  float32,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
};

std::size_t size_of(NumberType type);

/// The layout of numbers in borrowed memory: contiguous, strided (a column of a row-major matrix)
/// or sparse.
struct NumberLayout {
  NumberType type = NumberType::float64;
  const void* values = nullptr;
  std::size_t rows = 0;
  std::ptrdiff_t step = 0;  ///< bytes from one value to the next; 0: contiguous
  /// For a sparse column: the rows that have a value, ascending; the others are 0.
  std::optional<std::span<const std::int32_t>> stored = {};

  /// Whether they can be read in place as doubles.
  bool is_direct() const;
};

/// Converts the rows first, first + 1, ... to doubles.
void widen(const NumberLayout& layout, std::size_t first, std::span<double> out);

/// The integer as a double, or nothing when no double equals it, as for most integers beyond 2^53.
template <class T>
std::optional<double> exact_double(T integer) {
  const auto value = static_cast<double>(integer);
  const bool fits = value < (std::is_signed_v<T> ? 0x1p63 : 0x1p64);
  if (!fits || static_cast<T>(value) != integer) return std::nullopt;
  return value;
}

/// The values that a column must not hold: they become missing or are rejected.
struct InvalidValues {
  Mask missing;                         ///< NaN
  std::optional<std::size_t> infinite;  ///< the first row
  std::optional<std::size_t>
      inexact;  ///< the first row whose integer does not fit exactly in a double

  bool is_none() const { return !missing.any() && !infinite && !inexact; }
};
/// Checks every number that is not missing already.
InvalidValues find_invalid_values(const NumberLayout& layout, const Mask& missing = {});

/// Throws Error(bad_data) with the column and the row if there is an infinite value, or an integer
/// that does not fit exactly in a double.
void reject_invalid_values(const std::string& column, const InvalidValues& invalid);

/// All numbers of a column as doubles: a view if they are contiguous doubles, else a copy that
/// lives as long as this object. Keep it in a variable of this type: a span of a temporary dangles.
class Numbers {
 public:
  explicit Numbers(std::span<const double> direct) : view_(direct) {}
  Numbers(std::unique_ptr<const double[]> widened, std::size_t size)
      : copy_(std::move(widened)), view_(copy_.get(), size) {}
  Numbers(Numbers&&) = default;
  Numbers& operator=(Numbers&&) = default;
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  ~Numbers() = default;

  const double* begin() const { return view_.data(); }
  const double* end() const { return view_.data() + view_.size(); }
  const double* data() const { return view_.data(); }
  std::size_t size() const { return view_.size(); }
  double operator[](std::size_t row) const { return view_[row]; }
  double front() const { return view_.front(); }

 private:
  std::unique_ptr<const double[]> copy_;
  std::span<const double> view_;
};

}  // namespace pith
