// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/stats/similarity.h"

namespace pith {
inline namespace families {

/// A graph whose nodes are features. The edge between i and j has the weight
///   a_ij = alpha max(s_i, s_j) + (1 - alpha) (1 - p_ij)
/// for dispersions s and similarities p.
struct PathGraph {
  const SymmetricMatrix& similarity;
  std::span<const double> dispersions;  ///< from 0 to 1
};

/// The total weight of the paths of any length from each node, where each step has the factor r:
///   scores = sum[l >= 1] (r A)^l e = ((I - r A)^-1 - I) e,   r = damping / radius.
struct PathEnergies {
  std::vector<double> scores;
  double radius = 0;        ///< the largest eigenvalue of A
  double radius_error = 0;  ///< bound on its error, from the Ritz value
  double residual = 0;      ///< |(I - r A) s - r A e| / |s + e|
  std::size_t passes = 0;   ///< number of products with A
};

/// The energies for each alpha. One Lanczos run from e gives radius and scores together, and all
/// alphas share the passes over the similarity: typically 5 to 11.
std::vector<PathEnergies> path_energies(const PathGraph& graph, std::span<const double> alphas,
                                        double damping, const Context& context);

}  // namespace families
}  // namespace pith
