// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/work.h"
#include "pith/data/table.h"
#include "pith/geometry/differences.h"
#include "pith/geometry/neighbours.h"
#include "pith/geometry/strip_distances.h"

namespace pith {
inline namespace families {

/// The rows of a table grouped by class, and in the order of the table within each class. With a
/// numeric target all rows are in one class.
struct ClassRows {
  explicit ClassRows(const Table& table);

  std::size_t classes() const { return begins.size() - 1; }
  std::size_t rows() const { return order.size(); }
  std::size_t size(std::size_t c) const { return begins[c + 1] - begins[c]; }
  /// The class of the row at a place in the order.
  std::size_t class_of(std::size_t place) const;

  std::vector<std::uint32_t> order;  ///< row numbers of the table
  std::vector<std::size_t> begins;   ///< where each class begins in the order, followed by the end
};

/// How ties between equally distant rows are broken.
enum class NearTies {
  first,  ///< the first rows of the table
  /// As in WEKA: rows are visited in the order of the table, and a row that is closer than the
  /// farthest of the `count` nearest so far replaces the first of the farthest.
  replaced,
};

/// The nearest rows in each class for some query rows.
struct ClassNeighbours {
  std::size_t classes = 0;
  std::vector<std::size_t> begins;  ///< [query * classes + class], followed by the end
  std::vector<Neighbour> all;       ///< nearest first; rows are places in the order of ClassRows

  std::span<const Neighbour> of(std::size_t query, std::size_t c) const {
    const std::size_t* const at = &begins[query * classes + c];
    return std::span(all).subspan(at[0], at[1] - at[0]);
  }
};

/// Finds the nearest rows of each class by the distances of Differences. A first pass over all rows
/// computes distances in single precision, with a bound on their error; rows that may be near
/// enough are then measured in double precision. Distances that differ only by rounding are equal.
/// n^2 d operations, and 4 n d bytes.
class ClassNeighbourSearch {
 public:
  /// Keeps references to both. Throws Error(resources) if the single-precision copy of the data
  /// exceeds the memory limit.
  ClassNeighbourSearch(const Differences& differences, const ClassRows& rows,
                       const Context& context)
      : differences_(differences), rows_(rows), distances_(differences, context) {}

  /// The `count` nearest rows in each class, excluding the row itself, or fewer if the class has
  /// fewer; `queries` are places in the order of ClassRows. A query is a unit of work.
  ClassNeighbours find(std::span<const std::uint32_t> queries, std::size_t count, NearTies ties,
                       Work& work, const Context& context) const;

 private:
  class Smallest;
  void choose(std::uint32_t query, const double* distances, Smallest& smallest,
              std::vector<RowPair>& pairs) const;
  std::vector<std::vector<RowPair>> candidates(std::span<const std::uint32_t> queries,
                                               std::size_t count, Work& work,
                                               const Context& context) const;
  void reduce(std::span<const std::uint32_t> queries, std::size_t count,
              std::vector<RowPair>& pairs, const Context& context) const;
  /// Chooses from pairs that are sorted by query row and class, and adds the distances to the
  /// pairs.
  ClassNeighbours nearest_of(std::span<const std::uint32_t> queries, std::size_t count,
                             std::vector<RowPair>& pairs, const Context& context) const;
  ClassNeighbours find_plainly(std::span<const std::uint32_t> queries, std::size_t count,
                               Work& work, const Context& context) const;

  const Differences& differences_;
  const ClassRows& rows_;
  StripDistances<float> distances_;
};

}  // namespace families
}  // namespace pith
