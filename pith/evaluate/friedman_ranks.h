// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/view.h"
#include "pith/evaluate/paired.h"

namespace pith {

/// The ranks of methods over many data sets, and whether they differ (Friedman test).
struct FriedmanRanks {
  /// The mean rank of each method, 1 being the best; NaN for a method without values.
  std::vector<double> ranks;
  std::size_t sets = 0;     ///< number of ranked data sets
  std::size_t methods = 0;  ///< number of ranked methods
  double chi_square = 0;    ///< Friedman's statistic, corrected for ties
  double p = 1;             ///< p-value of the null hypothesis that all methods perform alike
};

/// `values` has a row for each data set and a column for each method; smaller is better, NaN is
/// missing, and infinite values are not allowed. Methods without any value are left out, then data
/// sets with a missing value. Tied values get the mean of their ranks; values that differ only by
/// rounding (1e-12 of the largest of the set) are tied. With n sets, k methods, ranks r(i,j) and
/// their means R(j):
///   chi_square = n^2 (k - 1) sum[j] (R(j) - (k+1)/2)^2 / sum[i,j] (r(i,j) - (k+1)/2)^2,
/// which is approximately chi-square with k - 1 degrees of freedom unless n is small. It is 0 if
/// all values of every set are equal; it and p are NaN with fewer than two sets or methods. O(n k
/// log k).
FriedmanRanks friedman_ranks(const MatrixView<const double>& values);

/// The values of methods on one data set: a row for each split and a column for each method;
/// smaller is better, NaN is missing, and infinite values are not allowed.
struct SetValues {
  MatrixView<const double> values;
  double overlap = 0;  ///< as for paired_t
};

/// For each method, the number of data sets on which it wins against the reference method, ties and
/// loses, by paired_t at level alpha. Splits where either value is missing are skipped, and so are
/// sets with fewer than two remaining splits. The tally of the reference itself is empty. All sets
/// have the same methods.
std::vector<Tally> tallies(std::span<const SetValues> sets, std::size_t reference, double alpha);

}  // namespace pith
