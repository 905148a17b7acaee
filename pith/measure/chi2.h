// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/stats/counts.h"
#include "pith/stats/moments.h"

namespace pith {
inline namespace measure {

/// Pearson's chi-square of a two-way table: the sum over cells of (O - E)^2 / E with
/// E = row total x column total / total. Empty rows and columns are ignored.
double chi2(const Counts& counts);

/// Chi-square of amounts: O_c is the sum of a non-negative feature over class c, and
/// E_c = (rows of class c / rows) x sum of the feature. The sum over classes of (O_c - E_c)^2 /
/// E_c. Unlike chi2(counts), it is proportional to the feature's unit.
double chi2_of_sums(const ClassMoments& moments);

}  // namespace measure
}  // namespace pith
