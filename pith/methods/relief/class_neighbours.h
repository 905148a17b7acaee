// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/geometry/differences.h"
#include "pith/geometry/neighbours.h"
#include "pith/geometry/strip_distances.h"

namespace pith {

/// The rows of a table, class by class; inside a class in the order of the table.
struct ClassRows {
  explicit ClassRows(const Table& table);

  std::size_t classes() const { return begins.size() - 1; }
  std::size_t rows() const { return order.size(); }
  std::size_t size(std::size_t c) const { return begins[c + 1] - begins[c]; }
  /// Of the row at a place in the order.
  std::size_t class_of(std::size_t place) const;

  std::vector<std::uint32_t> order;  ///< rows of the table
  std::vector<std::size_t> begins;   ///< where each class begins in the order, and the end
};

/// Which of equally distant rows are the nearest.
enum class NearTies {
  first,  ///< the first rows of the table
  /// As WEKA has it: rows are taken in the order of the table, and one that is closer than the
  /// farthest of the `count` nearest so far takes the place of the first of the farthest.
  replaced,
};

/// The nearest rows in each class of some rows.
struct ClassNeighbours {
  std::size_t classes = 0;
  std::vector<std::size_t> begins;  ///< [asked * classes + class], and the end
  std::vector<Neighbour> all;       ///< nearest first; rows are places in the order of ClassRows

  std::span<const Neighbour> of(std::size_t asked, std::size_t c) const {
    const std::size_t* const at = &begins[asked * classes + c];
    return std::span(all).subspan(at[0], at[1] - at[0]);
  }
};

/// Finds, for rows of a table, the nearest ones of each class by the distances of Differences. A
/// first pass over all rows takes distances in single precision with a bound of their error; what
/// may be near enough is then measured in double precision. Distances that differ by rounding only
/// are equal. n^2 d operations, and 4 n d bytes.
class ClassNeighbourSearch {
 public:
  /// Refers to both. Throws Error(resources) where the copy is larger than the memory limit.
  ClassNeighbourSearch(const Differences& differences, const ClassRows& rows,
                       const Context& context)
      : differences_(differences), rows_(rows), distances_(differences, context) {}

  /// The `count` nearest rows in each class, the row itself not among them, and fewer where there
  /// are fewer; `asked` are places in the order of ClassRows.
  ClassNeighbours find(std::span<const std::uint32_t> asked, std::size_t count, NearTies ties,
                       const Context& context) const;

 private:
  class Smallest;
  void choose(std::uint32_t asked, const double* distances, Smallest& smallest,
              std::vector<RowPair>& pairs) const;
  std::vector<std::vector<RowPair>> candidates(std::span<const std::uint32_t> asked,
                                               std::size_t count, const Context& context) const;
  void settle(std::span<const std::uint32_t> asked, std::size_t count, std::vector<RowPair>& pairs,
              const Context& context) const;
  /// Of pairs by asked row and class; adds their distances to them.
  ClassNeighbours nearest_of(std::span<const std::uint32_t> asked, std::size_t count,
                             std::vector<RowPair>& pairs, const Context& context) const;
  ClassNeighbours find_plainly(std::span<const std::uint32_t> asked, std::size_t count,
                               const Context& context) const;

  const Differences& differences_;
  const ClassRows& rows_;
  StripDistances<float> distances_;
};

}  // namespace pith
