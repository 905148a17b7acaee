// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"

namespace pith {
inline namespace linalg {

/// Minimize 1/2 (1 - alpha) y'Ly - alpha F'Uy over Uy >= 0, sum(Uy) = 1, for L = diag(values) with
/// positive values: the quadratic programme on the simplex, restricted to the span of some
/// eigenvectors. alpha is below 1.
struct SubspaceProblem {
  std::span<const double> values;
  std::span<const double> vectors;  ///< U', row by row: each as long as `linear`
  std::span<const double> linear;   ///< F
  double alpha = 0;
};

struct SubspacePoint {
  std::vector<double> weights;  ///< x = Uy
  double objective = 0;
};

/// Solves exactly and in finitely many steps by the dual active-set method of Goldfarb and Idnani.
/// Throws Error(bad_data) if the subspace contains no point of the simplex.
SubspacePoint minimize_in_subspace(const SubspaceProblem& problem, const Context& context);

}  // namespace linalg
}  // namespace pith
