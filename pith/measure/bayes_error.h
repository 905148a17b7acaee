// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/measure/error_bounds.h"
#include "pith/stats/class_trees.h"
#include "pith/stats/grid_columns.h"

namespace pith {
inline namespace measure {

/// The Henze-Penrose divergence, estimated from the edges between classes,
///   D = 1 - sum R / sum E(R),
/// with the counts R of all trees and their expectations under random labels. For two classes this
/// is Dp = 1 - R N / (2 n_0 n_1). It is 1 if the classes are separated, and about 0 (possibly
/// negative) if they have the same distribution.
double henze_penrose(std::span<const Crossings> trees);

/// Bounds on the Bayes error of two classes: 1/2 - sqrt(u)/2 and 1/2 - u/2 with
/// u = 4 p q Dp + (p - q)^2 = 1 - 2 R / N, or 0 if that is negative.
ErrorBounds pair_error(double crossings, std::size_t rows);

/// Bounds on the Bayes error of m classes from one tree of all rows:
///   (m-1)/m (1 - sqrt(1 - m/(m-1) R/N)) and R/N,
/// the latter limited to (m-1)/m, which no Bayes error exceeds. Equals pair_error() for m = 2.
ErrorBounds global_error(double crossings, std::size_t rows, std::size_t classes);

/// Bounds on the Bayes error of m classes from those of all pairs:
///   2/m sum[i<j] (p_i + p_j) lower_ij and sum[i<j] R_ij / N, both limited to (m-1)/m.
/// Proof: for the posteriors a_1 >= a_2 >= ... of the classes at a point, the pairs contribute
/// sum[k] (k-1) a_k. The Bayes error is sum[k>1] a_k, which is at most that, and at least 2/m of
/// it.
ErrorBounds pairwise_error(std::span<const Crossings> trees, std::size_t rows, std::size_t classes);

/// How rows are scaled and joined into trees.
struct TreeRule {
  TreeOf of = TreeOf::all_classes;
  TieRule ties = TieRule::exchangeable;
  Scale scale = Scale::standard;
};

/// global_error() for a single tree of all classes, otherwise pairwise_error().
ErrorBounds bayes_error(std::span<const Crossings> trees, std::size_t rows, std::size_t classes);

/// Bounds on the Bayes error given some features of a table, which must be numeric without missing
/// values; axes are in the order of the features. The bounds are estimates that hold
/// asymptotically, for many rows. O(n^2) per feature.
ErrorBounds bayes_error(const Table& table, std::span<const Feature> features, const TreeRule& rule,
                        const Context& context);

}  // namespace measure
}  // namespace pith
