// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace pith {

/// Ranks 1, 2, ... of numbers, smallest first; tied numbers get the mean of their ranks.
struct SharedRanks {
  std::vector<double> ranks;  ///< in the order of the numbers
  double ties = 0;            ///< sum of t^3 - t over groups of t tied numbers
};

/// How far numbers of this magnitude may differ by rounding: 1e-12 of the largest. Error rates that
/// were summed in different orders are then still equal.
double rounding_of(std::span<const double> values);

/// Ranks finite numbers. A number is tied with the smallest of its group if it exceeds that by at
/// most `rounding`.
SharedRanks shared_ranks(std::span<const double> values, double rounding);

}  // namespace pith
