// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/context.h"

namespace pith {
inline namespace linalg {

/// The convex function 1/2 d'Gd + g'd + sum[j] p_j |w_j + d_j| of a step d from w.
struct LassoModel {
  std::span<const double> curvature;  ///< G, row-major, positive semidefinite
  std::span<const double> slopes;     ///< g
  std::span<const double> penalties;  ///< p_j > 0
};

/// Moves `weights` from w to a minimum w + d: by coordinate descent until the signs are likely to
/// be known, then exactly, by linear systems (up to a size at which these take too long).
void minimize_lasso(const LassoModel& model, std::span<double> weights, const Context& context);

/// The nearest number to `slope`-descent from w along one coordinate of curvature h > 0:
/// argmin[v] 1/2 h (v - w)^2 + slope (v - w) + penalty |v|.
double lasso_coordinate(double weight, double slope, double curvature, double penalty);

}  // namespace linalg
}  // namespace pith
