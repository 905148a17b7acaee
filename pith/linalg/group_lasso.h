// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {
inline namespace linalg {

/// Minimise |Y - X W|^2 + gamma (sum[j] p_j |w_j|)^2 over W, with w_j the row of feature j and all
/// norms Euclidean.
struct GroupLasso {
  MatrixView<const double> columns;    ///< X': features x rows, each feature contiguous
  MatrixView<const double> responses;  ///< Y': responses x rows, each response contiguous
  std::span<const double> penalties;   ///< p_j > 0
  double gamma = 1;                    ///< > 0
};

struct GroupLassoPoint {
  std::vector<double> weights;  ///< features x responses
  std::vector<double> pulls;  ///< |x_j'(Y - X W)|; at most gamma p_j sum[k] p_k |w_k| where w_j = 0
  double objective = 0;
  double gap = 0;          ///< the objective is at most this much above the minimum
  std::size_t sweeps = 0;  ///< of block coordinate descent
  bool has_converged = false;
};

/// The minimum. Unlike a sum of norms, its square needs no search for the equivalent lambda =
/// 2 gamma sum[k] p_k |w_k| of the group lasso: it changes with every block. Features are added to
/// an active set until no other one would enter; on it, block coordinate descent and, once the
/// support is known, Newton's method solve the problem from inner products alone. A pass over all
/// features costs O(rows features responses), and there are few.
GroupLassoPoint minimize_group_lasso(const GroupLasso& problem, const Context& context);

}  // namespace linalg
}  // namespace pith
