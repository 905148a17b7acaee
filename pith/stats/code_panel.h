// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/stats/count_kernels.h"

namespace pith {
inline namespace stats {

/// How a pair of features is counted (bench/micro/counts_bench.cpp measures the crossovers).
enum class CountKernel {
  planes,  ///< AND + popcount of bit-planes; last row and column from the totals
  bytes,   ///< histogram of the sums of two bytes
  cells,   ///< one table of counts per segment
  hashed,  ///< a hash table of the pairs that occur, for any number of levels
};

/// The codes of a table laid out for counting pairs of features (see pair_entropies.h). With the
/// target, rows are sorted by class and each class is a segment, so that a three-way table (x,s,y)
/// is a two-way table per segment and costs the same; without, all rows are one segment. Features
/// with few levels are stored as bit-planes, each segment padded to whole words; the codes are also
/// stored in sorted order if a pair may need them.
class CodePanel {
 public:
  /// The features of `table`, and its target if used, must be categorical without missing values.
  /// Throws Error(resources) if the panel exceeds the memory limit.
  CodePanel(const Table& table, bool with_target, const Context& context);

  /// Beyond this many cells (less the last row and column), histograms are faster than planes.
  static constexpr std::size_t max_plane_cells = 110;
  static_assert(max_plane_cells <= max_plane_counts);
  /// A feature with more levels than this has no planes, which would take too much memory.
  static constexpr std::size_t max_plane_levels = 33;

  /// The memory of a PairCounter.
  std::uint64_t counter_bytes() const;
  /// The largest number of cells, without the last row and column, that planes are counted into.
  std::size_t plane_cells() const { return plane_cells_; }

  std::size_t features() const { return levels_.size(); }
  std::size_t rows() const { return row_ends_.back(); }
  std::size_t segments() const { return row_ends_.size(); }
  std::size_t levels(Feature feature) const { return levels_[feature]; }
  CountKernel kernel(Feature x, Feature s) const { return kernel_for(levels_[x], levels_[s]); }
  /// Whether x is counted faster together with others against s: see GroupCounter.
  bool is_grouped(Feature x, Feature s) const { return are_grouped(levels_[x], levels_[s]); }

  /// The end of each segment, in sorted rows and in words of a plane.
  std::span<const std::size_t> row_ends() const { return row_ends_; }
  std::span<const std::size_t> word_ends() const { return word_ends_; }
  /// The weights of the sorted rows; empty if rows have no weights.
  std::span<const double> weights() const { return weights_; }
  /// The sum of the weights, or the number of rows.
  double total() const { return total_; }
  /// H(x) of a feature, in nats, and the number of its levels that occur.
  double entropy(Feature feature) const { return entropies_[feature]; }
  std::size_t occupied(Feature feature) const { return occupied_[feature]; }

  Planes planes(Feature feature) const {
    return {planes_.get() + plane_start_[feature], levels_[feature] - 1};
  }
  /// The number of rows of each level, segment by segment. Only for features with planes.
  std::span<const std::uint32_t> margins(Feature feature) const {
    return {&margins_[margin_start_[feature]], segments() * levels_[feature]};
  }
  /// The weight of the rows of each level, [segment * levels + level], of any feature.
  std::vector<double> level_counts(Feature feature) const;
  /// The sorted codes. Only for features that some pair needs them for.
  const CodeSpan& codes(Feature feature) const { return codes_[feature]; }

 private:
  void sort_rows(const Table& table);
  void set_word_ends();
  void reserve(const Context& context);
  void lay_out(const Column& column, Feature feature);
  template <class Code>
  void lay_out_codes(std::span<const Code> codes, Feature feature, Code* kept);
  void lay_out_planes(std::span<const std::uint8_t> sorted, Feature feature);
  void set_entropy(Feature feature, std::span<const double> counts);
  CountKernel kernel_for(std::size_t x_levels, std::size_t s_levels) const;
  bool are_grouped(std::size_t x_levels, std::size_t s_levels) const;
  std::uint64_t group_bytes() const;
  bool has_planes(Feature feature) const;
  bool needs_codes(Feature feature) const;

  Reservation held_;
  std::vector<std::uint32_t> order_;  // rows by class, stable; empty if not sorted
  std::vector<std::size_t> row_ends_;
  std::vector<std::size_t> word_ends_;
  std::vector<double> weights_;
  double total_ = 0;
  std::vector<double> entropies_;
  std::vector<std::size_t> occupied_;
  std::vector<std::size_t> levels_;
  std::size_t max_levels_ = 0;
  std::size_t plane_cells_ = 0;
  std::vector<std::size_t> plane_start_;
  // Arrays and not vectors, so that the threads that fill the pages are the first to touch them.
  std::unique_ptr<std::uint64_t[]> planes_;  // NOLINT(*-avoid-c-arrays)
  std::vector<std::size_t> margin_start_;
  std::vector<std::uint32_t> margins_;
  std::vector<CodeSpan> codes_;
  std::vector<Column> columns_;  // own the codes that are used in place
  std::vector<std::size_t> code_start_;
  std::unique_ptr<std::uint8_t[]> bytes_;    // NOLINT(*-avoid-c-arrays)
  std::unique_ptr<std::uint16_t[]> shorts_;  // NOLINT(*-avoid-c-arrays)
  std::unique_ptr<std::uint32_t[]> longs_;   // NOLINT(*-avoid-c-arrays)
};

}  // namespace stats
}  // namespace pith
