// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/data/column.h"

namespace pith {

/// Mean and deviation of the present values of a column.
struct Mean {
  double count = 0;           ///< of rows, by weight
  double value = 0;           ///< 0 when there is no row
  double deviation = 0;       ///< standard deviation with divisor count - 1; 0 for a single row
  double deviation_by_n = 0;  ///< the same with divisor count
};

/// Mean and standard deviation of the numbers that are not missing; `weights` is empty or has
/// one weight per row, which counts as repetition. Below a count of 2 the divisor is the count
/// itself, so that weights that sum to one still have a deviation. Sums are compensated, so that
/// the order of the rows does not change the last digit and thereby the bin of a value on a cut.
Mean mean_of(const Column& numbers, std::span<const double> weights);

}  // namespace pith
