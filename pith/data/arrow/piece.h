// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "pith/data/arrow/arrow.h"
#include "pith/data/arrow/type.h"
#include "pith/data/mask.h"

namespace pith {

/// Throws Error(bad_data): the arrays of this column are inconsistent.
[[noreturn]] void damaged_array(const std::string& column, std::string_view what);
/// The same for the table as a whole.
[[noreturn]] void damaged_stream(std::string_view what);

/// Checks that lengths, offsets and buffers are as `type` needs them for the first `rows` rows, not
/// counting the offset of the array. Throws as damaged_array() does.
void check_array(const ArrowArray& array, const ArrowType& type, std::size_t rows,
                 const std::string& column);

/// What is wrong with length, offset or number of nulls; empty if nothing.
std::string_view length_fault(const ArrowArray& array);

/// Consecutive values of a validated array.
struct ArrowPiece {
  const ArrowArray* array = nullptr;
  std::size_t first =
      0;  ///< position of the first in the buffers, including the offset of the array
  std::size_t rows = 0;
  /// The parts of the dictionary, one after the other; none: the array has it, if any.
  std::span<const ArrowArray* const> dictionary = {};

  /// The buffer as bytes; may be null for an array without values.
  const std::byte* bytes(std::size_t buffer) const {
    return static_cast<const std::byte*>(array->buffers[buffer]);
  }
};

/// Sets row `row + i` of the mask where value i is null in the bitmap of the array. Handles 64
/// values at a time, so that a column without nulls costs almost nothing.
void add_nulls(const ArrowPiece& piece, std::size_t row, Mask& missing);

/// The bit at this position of a bitmap.
inline bool bit_at(const std::byte* bitmap, std::size_t place) {
  return (std::to_integer<unsigned>(bitmap[place / 8]) >> (place % 8) & 1U) != 0;
}

/// The value at this position of a buffer, which need not be aligned.
template <class T>
T value_at(const std::byte* values, std::size_t place) {
  T value;
  std::memcpy(&value, values + place * sizeof(T), sizeof(T));
  return value;
}

/// A 16-bit float (IEEE 754 binary16) as a float, exactly.
float widened_half(std::uint16_t half);

}  // namespace pith
