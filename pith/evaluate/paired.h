// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace pith {

/// Whether two methods differ, by values that were measured in pairs: a and b on the same rows.
struct PairedTest {
  double difference = 0;  ///< mean of a - b; NaN without pairs
  double statistic = 0;   ///< below 0 where a is the smaller one
  double p = 1;           ///< two-sided: how often chance alone does this or more
  std::size_t pairs = 0;
};

// Of both tests: values are finite, and as many of a as of b. Differences that rounding explains
// (1e-12 of the largest value) are none. With fewer than two pairs statistic and p are NaN, with
// more never.

/// Student's t for pairs. `overlap` is rows to test over rows to learn from where the J pairs come
/// from splits of the same rows, and so are not independent: the variance of the mean difference is
/// (1/J + overlap) s^2 instead of s^2/J (Nadeau and Bengio, "Inference for the generalization
/// error", Machine Learning 52, 2003). 0 is the plain test. Differences that are all the same have
/// p = 0 and an infinite statistic, or p = 1 and 0 where there are none.
PairedTest paired_t(std::span<const double> a, std::span<const double> b, double overlap = 0);

/// Wilcoxon's signed ranks: pairs without a difference are dropped, the others are ranked by its
/// size. The statistic is the sum of the ranks with a > b less that with a < b. p is exact up to 50
/// pairs, or up to 13 if some share a rank; else by the normal with correction for ties, without
/// one for continuity. Where no pair is left p is 1.
PairedTest wilcoxon(std::span<const double> a, std::span<const double> b);

/// A mean and where it may lie.
struct Interval {
  double mean = 0;
  double lower = 0;
  double upper = 0;
};

/// By Student's t, with `overlap` as above; `confidence` is between 0 and 1. The mean is NaN
/// without values, the limits are NaN with fewer than two.
Interval mean_interval(std::span<const double> values, double confidence = 0.95,
                       double overlap = 0);

/// Of a against b, where smaller is better.
enum class Verdict { win, tie, loss };

/// A tie unless p is below alpha.
Verdict verdict(const PairedTest& test, double alpha);

/// How often one method wins against another one.
struct Tally {
  std::size_t wins = 0;
  std::size_t ties = 0;
  std::size_t losses = 0;

  void add(Verdict verdict);
  bool operator==(const Tally&) const = default;
};

}  // namespace pith
