// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/stats/passes/encoding.h"

namespace pith {
inline namespace stats {

/// Some rows as methods get them: sorted by class (stable), each feature as codes in the narrowest
/// width that its number of codes needs, or as 64-bit integers on its grid.
class EncodedRows {
 public:
  EncodedRows() = default;
  /// Encodes the rows of a block. Throws Error(bad_data) that names the field for a value that the
  /// encoding does not know (another class, another level): the rows have changed since they were
  /// summarised.
  EncodedRows(const RowBlock& block, const Encoding& encoding, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return widths_.size(); }
  std::size_t classes() const { return class_ends_.size(); }
  /// The end of each class among the rows.
  std::span<const std::uint32_t> class_ends() const { return class_ends_; }
  /// 1, 2 or 4 bytes for codes; 8 for integers on a grid.
  unsigned width(std::size_t feature) const { return widths_[feature]; }
  std::span<const std::uint8_t> bytes(std::size_t feature) const;
  std::span<const std::uint16_t> shorts(std::size_t feature) const;
  std::span<const std::uint32_t> longs(std::size_t feature) const;
  std::span<const std::int64_t> integers(std::size_t feature) const;

  /// The same rows as bytes that can be stored or sent, and back. unpack() throws Error(bad_data)
  /// for bytes that pack() did not make: lengths, widths and a checksum are verified.
  std::string pack() const;
  static EncodedRows unpack(std::string_view bytes);

  /// The memory of so many rows in this encoding.
  static std::uint64_t bytes_of(std::size_t rows, const Encoding& encoding);

 private:
  std::size_t rows_ = 0;
  std::vector<std::uint32_t> class_ends_;
  std::vector<std::uint8_t> widths_;
  std::vector<std::size_t> starts_;  // of each feature in data_, in bytes, aligned to its width
  std::vector<std::uint64_t> data_;  // as words, for alignment
};

}  // namespace stats
}  // namespace pith
