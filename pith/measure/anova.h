// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/stats/moments.h"

namespace pith {
inline namespace measure {

// The separation of the class means of a numeric feature, relative to the spread within classes.
// Below, n_c and m_c are the count and mean of class c, m is the mean of all rows, and D_c is the
// sum of squared deviations within class c. 0 / 0 is 0 and x / 0 is +infinity; the result is never
// NaN. Classes whose weights sum to 0 are ignored. Where squares overflow (numbers beyond 1e150)
// the value is 0.

/// sum[c] n_c (m_c - m)^2 / sum[c] D_c.
double fisher_scatter(const ClassMoments& moments);

/// The mean over pairs of classes of (m_a - m_b)^2 / (v_a + v_b), v_c = D_c / n_c. A pair
/// with only two rows has no spread and contributes 0.
double fisher_pairwise(const ClassMoments& moments);

/// F of the one-way analysis of variance: fisher_scatter x (n - C) / (C - 1) for C classes.
/// 0 if there are no more rows than classes.
double anova_f(const ClassMoments& moments);

/// The variance in the denominator of t: `welch` D_a / (n_a (n_a - 1)) + D_b / (n_b (n_b - 1)), or
/// `pooled` (D_a + D_b) / (n_a + n_b - 2) x (1 / n_a + 1 / n_b).
enum class Variance { welch, pooled };

/// The mean over pairs of classes of |t| = |m_a - m_b| / sqrt(variance). A pair with only two rows
/// contributes 0.
double t_of_pairs(const ClassMoments& moments, Variance variance);

/// |t| of each class against all other rows: the largest, and the mean over classes.
struct RestT {
  double max = 0;
  double mean = 0;
};
RestT t_of_rest(const ClassMoments& moments, Variance variance);

}  // namespace measure
}  // namespace pith
