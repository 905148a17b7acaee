// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {
inline namespace stats {

/// The classes of a few rows as bit-planes, from which a categorical feature is counted by class in
/// a few dozen instructions. All rows have weight 1.
class ClassPlanes {
 public:
  static constexpr std::size_t max_rows = 512;
  /// Beyond this many levels, a table of counts is as fast.
  static constexpr std::size_t max_levels = 8;

  /// `target` has codes, none missing, and at most max_rows rows.
  explicit ClassPlanes(const Column& target);

  std::size_t rows() const { return rows_; }
  std::size_t classes() const { return sizes_.size(); }
  /// The rows of each class.
  std::span<const std::uint32_t> sizes() const { return sizes_; }
  /// Plane after plane, each padded with zeros to whole words.
  const std::uint64_t* words() const { return words_.data(); }

 private:
  std::size_t rows_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint64_t> words_;
};

/// out[level * classes + c] = the number of rows with this level and class c. There are
/// planes.rows() codes, and at most ClassPlanes::max_levels levels.
void class_counts(std::span<const std::uint8_t> codes, std::size_t levels,
                  const ClassPlanes& planes, std::uint32_t* out);

}  // namespace stats
}  // namespace pith
