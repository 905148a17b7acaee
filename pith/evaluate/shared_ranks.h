// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace pith {

/// Average ranks 1, 2, ... of numbers, the smallest first; those who share ranks all have their
/// mean.
struct SharedRanks {
  std::vector<double> ranks;  ///< in the order of the numbers
  double ties = 0;            ///< sum of t^3 - t over groups of t that share a rank
};

/// How far numbers of this size may differ by rounding: 1e-12 of the largest. The same share of
/// errors, summed up in another order, is the same share.
double rounding_of(std::span<const double> values);

/// Numbers share a rank with the smallest that is less than them by at most `rounding`. Finite.
SharedRanks shared_ranks(std::span<const double> values, double rounding);

}  // namespace pith
