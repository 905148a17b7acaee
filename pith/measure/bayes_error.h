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

/// The divergence of Henze and Penrose as edges between classes estimate it,
///   D = 1 - sum R / sum E(R),
/// with the counts R of all trees and what they were if classes were drawn by lot. For two classes
/// that is Dp = 1 - R N / (2 n_0 n_1). 1 where the classes are apart, about 0 (and maybe below)
/// where they are alike.
double henze_penrose(std::span<const Crossings> trees);

/// Bounds on the Bayes error of two classes: 1/2 - sqrt(u)/2 and 1/2 - u/2 with
/// u = 4 p q Dp + (p - q)^2 = 1 - 2 R / N, which is taken for 0 where it is below.
ErrorBounds pair_error(double crossings, std::size_t rows);

/// Bounds on the Bayes error of m classes by one tree of all rows:
///   (m-1)/m (1 - sqrt(1 - m/(m-1) R/N)) and R/N,
/// the latter (m-1)/m at most, which no Bayes error exceeds. The same as pair_error() for m = 2.
ErrorBounds global_error(double crossings, std::size_t rows, std::size_t classes);

/// Bounds on the Bayes error of m classes by those of all pairs:
///   2/m sum[i<j] (p_i + p_j) lower_ij and sum[i<j] R_ij / N, (m-1)/m at most.
/// Why: for shares a_1 >= a_2 >= ... of the classes at a point, pairs contribute
/// sum[k] (k-1) a_k, the Bayes error sum[k>1] a_k, which is no more, and no less than 2/m of it.
ErrorBounds pairwise_error(std::span<const Crossings> trees, std::size_t rows, std::size_t classes);

/// How rows are measured and joined.
struct TreeRule {
  TreeOf of = TreeOf::all_classes;
  TieRule ties = TieRule::exchangeable;
  Scale scale = Scale::standard;
};

/// The one of the bounds above that these trees are for.
ErrorBounds bayes_error(std::span<const Crossings> trees, std::size_t rows, std::size_t classes);

/// Bounds on the Bayes error by some features of a table, all numbers without gaps; axes come in
/// the order of the features. They are estimates, and hold for many rows. O(n^2) for each feature.
ErrorBounds bayes_error(const Table& table, std::span<const Feature> features, const TreeRule& rule,
                        const Context& context);

}  // namespace pith
