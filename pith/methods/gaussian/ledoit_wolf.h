// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace families {

/// The share of the pooled covariance W in the covariances S_c of the classes that minimises the
/// expected squared error, after Ledoit and Wolf (2004):
///   sum[c] p_c (1 - p_c) v_c / sum[c] p_c |S_c - W|^2,  at most 1,
/// with v_c = (mean[rows of c] |x|^4 - |S_c|^2) / n_c the variance of the entries of S_c, and x the
/// deviations of a row from the mean of its class. Features are scaled to variance 1; of many, 256
/// at equal distances are used. The scatter must be that of the table.
double ledoit_wolf_share(const Table& table, const Scatter& scatter, bool has_equal_priors,
                         const Context& context);

/// The share of the diagonal in the covariance of all features of a table without classes that
/// minimises the expected squared error of their correlations r, after Schaefer and Strimmer
/// (2005):
///   sum[i != j] v_ij / sum[i != j] r_ij^2,  at most 1,
/// with v_ij = (mean[rows] x_i^2 x_j^2 - r_ij^2) / n the variance of r_ij, and x the deviations of
/// a row from the means in units of the standard deviations. Of many features, 256 at equal
/// distances are used.
double diagonal_share(const Table& table, const Scatter& scatter, const Context& context);

}  // namespace families
}  // namespace pith
