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

/// A type that numbers may have in memory. To whoever reads a column they are doubles.
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

/// Numbers as they lie in somebody's memory: one after another, with a step between them (a column
/// of a matrix that is stored by rows), or only those that are not 0.
struct NumberLayout {
  NumberType type = NumberType::float64;
  const void* values = nullptr;
  std::size_t rows = 0;
  std::ptrdiff_t step = 0;  ///< bytes from one value to the next; 0: they lie side by side
  /// Of a sparse column: the rows that have a value, ascending; the others are 0.
  std::optional<std::span<const std::int32_t>> stored = {};

  /// Whether they can be read as doubles where they are.
  bool is_direct() const;
};

/// The rows first, first + 1, ... as doubles.
void widen(const NumberLayout& layout, std::size_t first, std::span<double> out);

/// The integer as a double, or nothing when a double cannot hold it: beyond 2^53 only some fit.
template <class T>
std::optional<double> exact_double(T integer) {
  const auto value = static_cast<double>(integer);
  const bool fits = value < (std::is_signed_v<T> ? 0x1p63 : 0x1p64);
  if (!fits || static_cast<T>(value) != integer) return std::nullopt;
  return value;
}

/// What no column may hold as it is.
struct InvalidValues {
  Mask missing;                         ///< NaN
  std::optional<std::size_t> infinite;  ///< the first row
  std::optional<std::size_t> inexact;   ///< the first row whose integer no double holds exactly

  bool is_none() const { return !missing.any() && !infinite && !inexact; }
};
/// Looks at every number but those that are missing already.
InvalidValues unusual_numbers(const NumberLayout& layout, const Mask& missing = {});

/// Throws Error(bad_data) with the column and the row if there is an infinite value, or an integer
/// that no double holds.
void reject_unusual(const std::string& column, const InvalidValues& unusual);

/// All numbers of a column as doubles: a view where they lie as doubles, else a copy that lives as
/// long as this. So keep it in a variable of its own type: a span of a temporary dangles.
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
