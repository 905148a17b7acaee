// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/data/formats/parquet/cursor.h"

namespace pith::parquet {

/// Integers as differences in packed blocks (DELTA_BINARY_PACKED). Sums wrap around.
class DeltaReader {
 public:
  /// Throws Fault unless there are `count` integers.
  DeltaReader(std::span<const std::byte> bytes, std::size_t count);

  /// The next integers, at most as many as there are. Throws Fault where the bytes end too early.
  void read(std::span<std::int64_t> out);
  /// Skips what was not read and returns the bytes behind the integers.
  std::span<const std::byte> finish();

 private:
  static constexpr std::size_t group = 32;  ///< integers that are unpacked at once

  void open_part();
  void unpack_group();

  Cursor in_;
  std::size_t part_size_ = 0;  ///< integers in a part of a block
  std::size_t parts_ = 0;      ///< in each block
  std::size_t left_ = 0;       ///< integers still to come, without those in `deltas_`
  bool has_first_ = false;     ///< the first integer is still to come
  std::int64_t last_ = 0;
  std::int64_t lowest_ = 0;            ///< of the differences of this block
  std::span<const std::byte> widths_;  ///< of the parts of this block that are still to come
  unsigned width_ = 0;
  std::size_t part_left_ = 0;  ///< integers of this part that are still packed
  std::array<std::uint64_t, group> deltas_{};
  std::size_t next_ = 0;
  std::size_t unpacked_ = 0;
};

}  // namespace pith::parquet
