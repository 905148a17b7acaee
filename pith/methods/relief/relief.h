// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/methods/relief/class_neighbours.h"

namespace pith {

struct ReliefOptions {
  std::size_t neighbours = 10;  ///< in each class
  double sigma = 0;  ///< weights exp(-(rank / sigma)^2), rank 0, 1, ...; 0: all count alike
  NearTies ties = NearTies::first;
  std::vector<std::uint32_t> rows = {};  ///< that are compared with their neighbours; empty: all
  std::vector<double> weights = {};      ///< of all rows of the table when compared; empty: 1 each
};

/// ReliefF of every feature: with H the nearest rows of the row's own class, M_c those of class c,
///   mean[row] ( sum[c != class] P(c) / (1 - P(class)) mean[M_c] diff - mean[H] diff ),
/// diff as in geometry/differences.h. Missing values are allowed. Between -1 and 1. O(n^2 d).
std::vector<double> relief(const Table& table, const ReliefOptions& options,
                           const Context& context);

/// MultiSURF of every feature: the near rows are those closer than the mean of a row's distances
/// less half their standard deviation (with divisor n - 1 rows). Near rows of its own class count
/// as in relief, those of other classes likewise, P over the classes that have near rows. O(n^2 d).
std::vector<double> multisurf(const Table& table, const Context& context);

}  // namespace pith
