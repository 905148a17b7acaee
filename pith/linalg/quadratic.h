// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"

namespace pith {
inline namespace linalg {

/// A symmetric matrix H that is queried for its diagonal and for single columns, each of which is
/// computed once and kept.
class QuadraticForm {
 public:
  QuadraticForm() = default;
  QuadraticForm(const QuadraticForm&) = delete;
  QuadraticForm& operator=(const QuadraticForm&) = delete;
  virtual ~QuadraticForm() = default;

  virtual std::size_t size() const = 0;
  virtual double diagonal(std::size_t i) const = 0;
  /// The column stays valid as long as the form.
  virtual std::span<const double> column(std::size_t i, const Context& context) = 0;
};

/// Minimize g(x) = 1/2 (1 - alpha) x'Hx - alpha F'x over x >= 0, sum x = 1.
struct SimplexProblem {
  QuadraticForm& form;
  std::span<const double> linear;  ///< F
  double alpha = 0;
};

/// A point that no exchange of weight between features improves.
struct SimplexPoint {
  std::vector<double> weights;
  double objective = 0;
  /// x'grad - min grad: at least 0, and 0 only at a minimum. Where H is positive semidefinite, g(x)
  /// exceeds the minimum by at most this.
  double gap = 0;
  std::size_t support = 0;  ///< number of nonzero weights
  std::size_t columns = 0;  ///< number of columns of H that were needed
};

/// Solves by an active-set method that starts with the best single feature and adds the one with
/// the smallest gradient; on the support the solution is exact, by an updated Cholesky factor.
/// Where H is concave the path continues to the boundary, so the result is always a local minimum.
/// Large supports are first approximated by exchanges of two weights (SMO). Needs only the columns
/// of features that ever enter; a step costs O(size * support).
SimplexPoint minimize_on_simplex(const SimplexProblem& problem, const Context& context);

}  // namespace linalg
}  // namespace pith
