// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/piece.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

/// More than memory can hold, and small enough for sums and products of lengths not to overflow.
constexpr std::int64_t max_values = std::int64_t{1} << 48U;

struct BufferCount {
  std::int64_t min = 0;
  std::int64_t max = 0;
};

/// How many buffers an array has: validity, then those of its values.
BufferCount buffers_of(ArrowKind kind) {
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
  switch (kind) {
    case ArrowKind::null:
    case ArrowKind::other:
      return {0, any};  // not read
    case ArrowKind::text:
    case ArrowKind::large_text:
      return {3, 3};
    case ArrowKind::text_view:
      return {3, std::numeric_limits<std::int32_t>::max()};  // the last has the sizes of the others
    case ArrowKind::number:
    case ArrowKind::half:
    case ArrowKind::decimal:
    case ArrowKind::boolean:
    case ArrowKind::date:
    case ArrowKind::duration:
      break;
  }
  return {2, 2};
}

/// 1 to 64 bits as one number, the first as the lowest bit; reads only bytes that contain them.
std::uint64_t bits_at(const std::byte* bitmap, std::size_t place, std::size_t count) {
  const std::size_t shift = place % 8;
  const std::size_t bytes = (shift + count + 7) / 8;
  const std::byte* const from = bitmap + place / 8;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes, 8); ++i)
    bits |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  bits >>= shift;
  if (bytes == 9) bits |= std::to_integer<std::uint64_t>(from[8]) << (64 - shift);
  return count == 64 ? bits : bits & ((std::uint64_t{1} << count) - 1);
}

}  // namespace

void damaged_array(const std::string& column, std::string_view what) {
  throw Error(ErrorKind::bad_data,
              fmt::format("column {}: its Arrow array is damaged: {}; export the table again",
                          quoted(column), what));
}

void damaged_stream(std::string_view what) {
  throw Error(ErrorKind::bad_data,
              fmt::format("the Arrow stream is damaged: {}; export the table again", what));
}

std::string_view length_fault(const ArrowArray& array) {
  if (array.length < 0) return "a negative length";
  if (array.offset < 0) return "a negative offset";
  if (array.length > max_values || array.offset > max_values) return "more values than possible";
  if (array.null_count < -1 || array.null_count > array.length)
    return "an impossible number of nulls";
  return {};
}

void check_array(const ArrowArray& array, const ArrowType& type, std::size_t rows,
                 const std::string& column) {
  if (const std::string_view fault = length_fault(array); !fault.empty())
    damaged_array(column, fault);
  if (static_cast<std::size_t>(array.length) < rows)
    damaged_array(column, "fewer values than the table has rows");
  if (type.kind == ArrowKind::null) return;
  const BufferCount wanted = buffers_of(type.kind);
  if (array.n_buffers < wanted.min || array.n_buffers > wanted.max)
    damaged_array(column, "the wrong number of buffers for its type");
  if (array.n_children != 0) damaged_array(column, "children that its type does not have");
  if (array.buffers == nullptr) damaged_array(column, "no buffers");
  if (array.length == 0) return;
  if (array.null_count > 0 && array.buffers[0] == nullptr)
    damaged_array(column, "nulls without a validity bitmap");
  // Only the bytes of empty texts may be absent; every type has a buffer after the validity.
  if (array.buffers[1] == nullptr) damaged_array(column, "no buffer of values");
}

void add_nulls(const ArrowPiece& piece, std::size_t row, Mask& missing) {
  const ArrowArray& array = *piece.array;
  if (array.null_count == 0 || array.n_buffers < 1 || array.buffers == nullptr) return;
  const std::byte* const bitmap = piece.bytes(0);
  if (bitmap == nullptr) return;
  constexpr std::size_t word = 64;
  for (std::size_t begin = 0; begin < piece.rows; begin += word) {
    const std::size_t count = std::min(word, piece.rows - begin);
    const std::uint64_t valid = bits_at(bitmap, piece.first + begin, count);
    const std::uint64_t all = count == word ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    for (std::uint64_t nulls = valid ^ all; nulls != 0; nulls &= nulls - 1)
      missing.set(row + begin + static_cast<std::size_t>(std::countr_zero(nulls)));
  }
}

float widened_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t exponent = half >> 10U & 0x1FU;
  const std::uint32_t fraction = half & 0x3FFU;
  if (exponent == 0) {  // multiples of the smallest number, and both zeros
    const auto magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }
  constexpr std::uint32_t all_ones = 0x1F;
  const std::uint32_t widened = exponent == all_ones ? 0xFFU : exponent + (127 - 15);
  return std::bit_cast<float>(sign | widened << 23U | fraction << 13U);
}

}  // namespace pith
