// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"

namespace pith {

/// A symmetric matrix H that is asked for its diagonal and for single columns, each of which it
/// makes once and keeps.
class QuadraticForm {
 public:
  QuadraticForm() = default;
  QuadraticForm(const QuadraticForm&) = delete;
  QuadraticForm& operator=(const QuadraticForm&) = delete;
  virtual ~QuadraticForm() = default;

  virtual std::size_t size() const = 0;
  virtual double diagonal(std::size_t i) const = 0;
  /// Stays valid as long as the form.
  virtual std::span<const double> column(std::size_t i, const Context& context) = 0;
};

/// Minimize g(x) = 1/2 (1 - alpha) x'Hx - alpha F'x over x >= 0, sum x = 1.
struct SimplexProblem {
  QuadraticForm& form;
  std::span<const double> linear;  ///< F
  double alpha = 0;
};

/// A point at which no feature can be exchanged for a better one.
struct SimplexPoint {
  std::vector<double> weights;
  double objective = 0;
  /// x'grad - min grad: at least 0, and 0 at a minimum only. Where H is positive semidefinite g(x)
  /// is no further than this from the least value.
  double gap = 0;
  std::size_t support = 0;  ///< how many weights are not 0
  std::size_t columns = 0;  ///< of H that were needed
};

/// Solves by an active set that starts with the best single feature and takes in the one with the
/// smallest gradient; on the support the solution is exact, by a Cholesky factor that is updated.
/// Where H bends downwards the path goes on to the boundary, so the result is a local minimum in
/// any case. Large supports are approached by exchanges of two weights (SMO) first. Needs the
/// columns of features that ever enter only; a step costs O(size * support).
SimplexPoint minimize_on_simplex(const SimplexProblem& problem, const Context& context);

}  // namespace pith
