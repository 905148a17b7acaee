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
#include "pith/stats/encoded/encoding.h"

namespace pith {
inline namespace stats {

/// Some rows as methods get them: sorted by class (stable), each feature as codes in the narrowest
/// width that its number of codes needs, or as 64-bit integers on its grid.
class EncodedRows {
 public:
  EncodedRows() = default;
  /// Encodes the rows of a block, which has the columns of encoding.fields(). In parallel over
  /// features. Throws Error(bad_data) that names the feature for a value that the encoding does not
  /// know (another class, another level, a missing value without a fill): the rows have changed
  /// since they were summarised. Callers reserve the memory (bytes_of).
  EncodedRows(const RowBlock& block, const Encoding& encoding, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return codes_.size(); }
  std::size_t classes() const { return class_ends_.size(); }
  /// The end of each class among the rows.
  std::span<const std::uint32_t> class_ends() const { return class_ends_; }
  /// The number of codes: all codes of the feature are below it. 0: integers on a grid, at most
  /// 2^39 in magnitude.
  std::uint32_t codes(std::size_t feature) const { return codes_[feature]; }
  /// 1, 2 or 4 bytes for codes; 8 for integers on a grid.
  unsigned width(std::size_t feature) const { return width_of(codes_[feature]); }
  static constexpr unsigned width_of(std::uint32_t codes) {
    return codes == 0 ? 8 : codes <= 0x100 ? 1 : codes <= 0x10000 ? 2 : 4;
  }
  std::span<const std::uint8_t> bytes(std::size_t feature) const;
  std::span<const std::uint16_t> shorts(std::size_t feature) const;
  std::span<const std::uint32_t> longs(std::size_t feature) const;
  std::span<const std::int64_t> integers(std::size_t feature) const;

  /// The same rows as bytes that can be stored or sent, and back. unpack() throws Error(bad_data)
  /// for bytes that pack() did not make: lengths, a checksum and the range of every code and
  /// integer are verified.
  std::string pack() const;
  static EncodedRows unpack(std::string_view bytes);

  /// The memory of so many rows in this encoding.
  static std::uint64_t bytes_of(std::size_t rows, const Encoding& encoding);

 private:
  void lay_out();
  template <class T>
  std::span<T> span_of(std::size_t feature);
  template <class T>
  std::span<const T> span_of(std::size_t feature) const;

  std::size_t rows_ = 0;
  std::vector<std::uint32_t> class_ends_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> starts_;  // of each feature in data_, in words; then the end
  std::vector<std::uint64_t> data_;  // as words, for alignment
};

}  // namespace stats
}  // namespace pith
