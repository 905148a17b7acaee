// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/stats/count_kernels.h"
#include "pith/stats/encoded/encoded_rows.h"

namespace pith {
inline namespace stats {

/// Bit-planes of the codes of a feature in a block of rows, and the number of rows of each code.
/// Each segment is padded to whole words.
struct BlockPlanes {
  std::vector<std::uint64_t> words = {};
  std::vector<std::uint32_t> margins = {};  ///< [segment * codes + code]
  std::size_t codes = 0;

  Planes planes() const { return {words.data(), codes - 1}; }
};

/// The pivots of a block of rows, laid out for counting.
class PivotBlock {
 public:
  /// Neither the rows nor the pivots are owned. Segments are the classes, or all rows.
  PivotBlock(const EncodedRows& rows, bool by_class, std::span<const Feature> pivots,
             const Context& context);

  const EncodedRows& rows() const { return rows_; }
  std::span<const std::size_t> row_ends() const { return row_ends_; }
  std::span<const std::size_t> word_ends() const { return word_ends_; }
  Feature feature(std::size_t pivot) const { return pivots_[pivot]; }
  const BlockPlanes& planes(std::size_t pivot) const { return planes_[pivot]; }
  /// Of a feature with few codes.
  bool has_planes(Feature feature) const;
  void lay_out(Feature feature, BlockPlanes& out) const;

 private:
  const EncodedRows& rows_;
  std::span<const Feature> pivots_;
  std::vector<std::size_t> row_ends_;
  std::vector<std::size_t> word_ends_;
  std::vector<BlockPlanes> planes_;
};

/// Adds counts of pairs of codes in a block of rows to tables, with the kernel that suits their
/// numbers of codes (see CountKernel). Use one object per thread.
class BlockCounter {
 public:
  explicit BlockCounter(const PivotBlock& pivots) : pivots_(pivots) {}

  void set_partner(Feature partner);
  /// table[(segment * codes of the partner + its code) * codes of the pivot + its code]
  void count(std::size_t pivot, std::uint64_t* table);

 private:
  void count_planes(std::size_t pivot, std::uint64_t* table);
  void count_bytes(Feature s, std::uint64_t* table);
  void count_cells(Feature s, std::uint64_t* table);

  const PivotBlock& pivots_;
  Feature partner_ = 0;
  BlockPlanes planes_;  // of the partner, where it has any
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint8_t> scaled_;  // codes of the partner times scale_
  std::size_t scale_ = 0;
};

}  // namespace stats
}  // namespace pith
