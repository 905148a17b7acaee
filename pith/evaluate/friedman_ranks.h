// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/view.h"
#include "pith/evaluate/paired.h"

namespace pith {

/// How methods stand on many data sets.
struct FriedmanRanks {
  /// The mean rank of each method, 1 being the best; NaN for a method without values.
  std::vector<double> ranks;
  std::size_t sets = 0;     ///< that were ranked
  std::size_t methods = 0;  ///< that were ranked
  double chi_square = 0;    ///< Friedman's, corrected for ties
  double p = 1;             ///< how often chance alone does this or more, if all methods are alike
};

/// `values` has a row for each data set and a column for each method: smaller is better, NaN is
/// missing, none is infinite. Methods without any value are left out, and then sets where a value
/// is missing. Equal values share the mean of their ranks, and so do those that differ by rounding
/// (1e-12 of the largest of the set). With n sets, k methods, ranks r(i,j) and their means R(j):
///   chi_square = n^2 (k - 1) sum[j] (R(j) - (k+1)/2)^2 / sum[i,j] (r(i,j) - (k+1)/2)^2,
/// which is nearly chi-square with k - 1 degrees of freedom if n is not small. 0 where all values
/// of every set are equal. NaN, as p, with fewer than two sets or methods. O(n k log k).
FriedmanRanks standing(const MatrixView<const double>& values);

/// Values of methods on one data set: a row for each split and a column for each method; smaller is
/// better, NaN is missing, none is infinite.
struct SetValues {
  MatrixView<const double> values;
  double overlap = 0;  ///< as for paired_t
};

/// For each method, on how many sets it wins and loses against the chosen one by paired_t, p being
/// below alpha. Splits where one of the two is missing do not count, nor do sets with fewer than
/// two of the others. The chosen one has no wins, ties or losses. All sets have the same methods.
std::vector<Tally> tallies(std::span<const SetValues> sets, std::size_t chosen, double alpha);

}  // namespace pith
