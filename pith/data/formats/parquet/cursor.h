// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "pith/data/formats/parquet/fault.h"

namespace pith::parquet {

/// Takes numbers from the front of bytes. Throws Fault where they end too early.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes)
      : place_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  std::size_t left() const { return static_cast<std::size_t>(end_ - place_); }
  std::span<const std::byte> rest() const { return {place_, left()}; }

  std::uint8_t byte() {
    if (place_ == end_) damaged("it ends too early");
    return std::to_integer<std::uint8_t>(*place_++);
  }
  std::span<const std::byte> take(std::uint64_t count) {
    if (count > left()) damaged("it ends too early");
    const std::span<const std::byte> taken(place_, static_cast<std::size_t>(count));
    place_ += count;
    return taken;
  }
  /// Four bytes, the lowest first.
  std::uint32_t word() {
    std::uint32_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  /// Seven bits in each byte, the lowest first; the eighth says that more follow.
  std::uint64_t varint() {
    constexpr unsigned bits = 7;
    constexpr unsigned max_shift = 63;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift <= max_shift; shift += bits) {
      const std::uint8_t part = byte();
      value |= std::uint64_t{part & 0x7FU} << shift;
      if ((part & 0x80U) == 0) return value;
    }
    damaged("an integer is too long");
  }
  /// The same with the sign in the lowest bit.
  std::int64_t zigzag() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1));
  }

 private:
  const std::byte* place_;
  const std::byte* end_;
};

}  // namespace pith::parquet
