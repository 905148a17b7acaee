// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/stats/similarity.h"

namespace pith {

/// A graph whose nodes are features. The edge of i and j weighs
///   a_ij = alpha max(s_i, s_j) + (1 - alpha) (1 - p_ij)
/// for dispersions s and similarities p.
struct PathGraph {
  const SymmetricMatrix& similarity;
  std::span<const double> dispersions;  ///< between 0 and 1
};

/// What the paths of any length through each node weigh together, when a step is worth r:
///   scores = sum[l >= 1] (r A)^l e = ((I - r A)^-1 - I) e,   r = damping / radius.
struct PathEnergies {
  std::vector<double> scores;
  double radius = 0;        ///< the largest eigenvalue of A
  double radius_error = 0;  ///< how far it may be off: the bound of the Ritz value
  double residual = 0;      ///< |(I - r A) s - r A e| / |s + e|
  std::size_t passes = 0;   ///< products with A
};

/// The energies for each alpha. One Lanczos run from e gives radius and scores together, and all
/// alphas share the passes over the similarity: 5 to 11 of them on data seen so far.
std::vector<PathEnergies> path_energies(const PathGraph& graph, std::span<const double> alphas,
                                        double damping, const Context& context);

}  // namespace pith
