// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace pith {

/// A test whether two methods differ, on paired values: a and b were measured on the same rows.
struct PairedTest {
  double difference = 0;  ///< mean of a - b; NaN without pairs
  double statistic = 0;   ///< negative if a is smaller
  double p = 1;           ///< two-sided p-value
  std::size_t pairs = 0;
};

// Both tests need finite values, as many of a as of b. Differences within rounding (1e-12 of the
// largest value) count as 0. Statistic and p are NaN if and only if there are fewer than two pairs.

/// Student's paired t-test. If the J pairs come from splits of the same rows, they are not
/// independent; `overlap` is then the number of test rows over the number of training rows, and the
/// variance of the mean difference is (1/J + overlap) s^2 instead of s^2/J (Nadeau and Bengio,
/// "Inference for the generalization error", Machine Learning 52, 2003). 0 gives the plain test. If
/// all differences are equal, p is 0 and the statistic infinite; if all are 0, p is 1 and the
/// statistic 0.
PairedTest paired_t(std::span<const double> a, std::span<const double> b, double overlap = 0);

/// Wilcoxon's signed-rank test: pairs without a difference are dropped, the others are ranked by
/// its magnitude. The statistic is the sum of the ranks with a > b minus the sum of those with a <
/// b. p is exact up to 50 pairs, or up to 13 if there are ties; beyond, it is the normal
/// approximation with tie correction and without continuity correction. If no pair is left, p is 1.
PairedTest wilcoxon(std::span<const double> a, std::span<const double> b);

/// A mean with its confidence interval.
struct Interval {
  double mean = 0;
  double lower = 0;
  double upper = 0;
};

/// The interval by Student's t, with `overlap` as above; `confidence` is between 0 and 1. The mean
/// is NaN without values, the limits are NaN with fewer than two values.
Interval mean_interval(std::span<const double> values, double confidence = 0.95,
                       double overlap = 0);

/// The outcome of a against b, where smaller is better.
enum class Verdict { win, tie, loss };

/// A tie unless p < alpha.
Verdict verdict(const PairedTest& test, double alpha);

/// How often one method wins, ties and loses against another.
struct Tally {
  std::size_t wins = 0;
  std::size_t ties = 0;
  std::size_t losses = 0;

  void add(Verdict verdict);
  bool operator==(const Tally&) const = default;
};

}  // namespace pith
