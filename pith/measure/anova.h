// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/stats/moments.h"

namespace pith {

// How far the classes of a number lie apart, measured by how far each is spread out. In all of
// these n_c, m_c are count and mean of class c, m the mean of all rows, D_c the sum of squared
// deviations within class c. Nothing over nothing is 0, something over nothing is +infinity; never
// NaN. Classes without a row (by weight) have no part. Where squares overflow (numbers beyond
// 1e150) nothing can be said, and the value is 0.

/// sum[c] n_c (m_c - m)^2 / sum[c] D_c.
double fisher_scatter(const ClassMoments& moments);

/// Mean over pairs of classes of (m_a - m_b)^2 / (v_a + v_b), v_c = D_c / n_c. A pair of two rows
/// in all shows no spread and adds 0.
double fisher_pairwise(const ClassMoments& moments);

/// F of the one-way analysis of variance: fisher_scatter x (n - C) / (C - 1) for C classes.
/// 0 when there are no more rows than classes.
double anova_f(const ClassMoments& moments);

/// Which variance divides in t: `welch` D_a / (n_a (n_a - 1)) + D_b / (n_b (n_b - 1)), or `pooled`
/// (D_a + D_b) / (n_a + n_b - 2) x (1 / n_a + 1 / n_b).
enum class Variance { welch, pooled };

/// Mean over pairs of classes of |t| = |m_a - m_b| / sqrt(variance). A pair of two rows in all adds
/// 0.
double t_of_pairs(const ClassMoments& moments, Variance variance);

/// |t| of each class against all other rows: the largest, and the mean over classes.
struct RestT {
  double max = 0;
  double mean = 0;
};
RestT t_of_rest(const ClassMoments& moments, Variance variance);

}  // namespace pith
