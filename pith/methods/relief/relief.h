// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/work.h"
#include "pith/data/table.h"
#include "pith/methods/relief/class_neighbours.h"

namespace pith {
inline namespace families {

struct ReliefOptions {
  std::size_t neighbours = 10;  ///< in each class
  double sigma = 0;  ///< weights exp(-(rank / sigma)^2), rank 0, 1, ...; 0: equal weights
  NearTies ties = NearTies::first;
  std::vector<std::uint32_t> rows =
      {};                            ///< rows that are compared with their neighbours; empty: all
  std::vector<double> weights = {};  ///< of all rows of the table; empty: 1 each
};

/// The ReliefF score of every feature: with H the nearest rows of the row's own class, and M_c
/// those of class c,
///   mean[row] ( sum[c != class] P(c) / (1 - P(class)) mean[M_c] diff - mean[H] diff ),
/// with diff as in geometry/differences.h. Missing values are allowed. From -1 to 1. O(n^2 d). Each
/// compared row is a unit of work. A numeric target: relief/regression_relief.h.
std::vector<double> relief(const Table& table, const ReliefOptions& options, Work& work,
                           const Context& context);

inline std::vector<double> relief(const Table& table, const ReliefOptions& options,
                                  const Context& context) {
  Work work(context, "select", options.rows.empty() ? table.rows() : options.rows.size());
  return relief(table, options, work, context);
}

/// Throws Error(resources) where relief() with classes would, before work that precedes it.
void require_relief_memory(const Table& table, std::size_t neighbours, const Context& context);

/// The MultiSURF score of every feature: the near rows of a row are those closer than the mean of
/// its distances minus half their standard deviation (with divisor n - 1). Near rows of the same
/// class count as in relief(), and so do those of other classes, with P normalised over the classes
/// that have near rows. With a numeric target, a near row is of the same class if the numbers
/// differ by less than their standard deviation (with divisor n - 1), and else of the only other
/// class. O(n^2 d).
std::vector<double> multisurf(const Table& table, const Context& context);

}  // namespace families
}  // namespace pith
