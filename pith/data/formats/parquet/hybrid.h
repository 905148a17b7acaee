// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/data/formats/parquet/cursor.h"

namespace pith::parquet {

/// Unpacks integers of `width` (0 to 32) bits each, the lowest bits first. There must be bytes for
/// all of them.
void unpack(std::span<const std::byte> bytes, unsigned width, std::span<std::uint32_t> out);

/// Integers of `width` bits in runs of equal ones and of packed ones.
class HybridReader {
 public:
  /// `count` integers. Throws Fault for more than 32 bits.
  HybridReader(std::span<const std::byte> bytes, unsigned width, std::size_t count);

  /// Integers that are still to come.
  std::size_t left() const { return left_; }
  /// Fills the front of `out`, which has room for eight or more, and returns how many there are: 0
  /// only at the end. Throws Fault where the bytes end too early.
  std::size_t read(std::span<std::uint32_t> out);

 private:
  void open_run();

  Cursor in_;
  unsigned width_;
  std::size_t left_;
  std::size_t run_ = 0;  ///< what is left of the run
  bool is_packed_ = false;
  std::uint32_t value_ = 0;
};

}  // namespace pith::parquet
