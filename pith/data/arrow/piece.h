// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "pith/data/arrow/arrow.h"
#include "pith/data/arrow/type.h"
#include "pith/data/mask.h"

namespace pith {

/// Throws Error(bad_data): the arrays of this column contradict themselves.
[[noreturn]] void damaged_array(const std::string& column, std::string_view what);
/// The same for the table as a whole.
[[noreturn]] void damaged_stream(std::string_view what);

/// Lengths, places and buffers are as `type` needs them for rows before `rows`, the offset of the
/// array not counted. Otherwise throws as damaged_array() does.
void check_array(const ArrowArray& array, const ArrowType& type, std::size_t rows,
                 const std::string& column);

/// Whether length, offset and number of nulls can be true: an empty text, or what is wrong.
std::string_view length_fault(const ArrowArray& array);

/// Successive values of an array that was checked.
struct ArrowPiece {
  const ArrowArray* array = nullptr;
  std::size_t first = 0;  ///< place of the first in the buffers: the offset of the array is in it
  std::size_t rows = 0;

  /// The buffer as bytes. Null where an array without values has none.
  const std::byte* bytes(std::size_t buffer) const {
    return static_cast<const std::byte*>(array->buffers[buffer]);
  }
};

/// Sets row `row + i` of the mask where value i is null by the bitmap of the array. Takes 64 values
/// at a time, so that a column without nulls costs nearly nothing.
void add_nulls(const ArrowPiece& piece, std::size_t row, Mask& missing);

/// The bit at this place of a bitmap.
inline bool bit_at(const std::byte* bitmap, std::size_t place) {
  return (std::to_integer<unsigned>(bitmap[place / 8]) >> (place % 8) & 1U) != 0;
}

/// The value at this place of a buffer, which need not be aligned.
template <class T>
T value_at(const std::byte* values, std::size_t place) {
  T value;
  std::memcpy(&value, values + place * sizeof(T), sizeof(T));
  return value;
}

/// A float of 16 bits (IEEE 754 binary16); exact.
float widened_half(std::uint16_t half);

}  // namespace pith
