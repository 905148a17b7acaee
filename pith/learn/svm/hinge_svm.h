// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/linalg/face_factor.h"

namespace pith {

/// A support vector machine of two classes with hinge loss, an unpenalised bias and a cost for each
/// row, from the Gram matrix of the rows:
///
///   minimise 1/2 |w|^2 + sum_i cost_i max(0, 1 - y_i (w'x_i + b)),   y_i = +1 or -1.
///
/// The solution is w = sum_i beta_i x_i, where beta minimises 1/2 beta'K beta - y'beta subject to
/// sum beta = 0 and 0 <= y_i beta_i <= cost_i. Pairs of coefficients are improved first (SMO,
/// second-order selection); then the coefficients between their bounds are solved for at once,
/// which makes the solution exact but for rounding. No more of them are between their bounds than
/// the rank of K allows plus one, so the cost of a step is O(n * rank).
///
/// The machine keeps its coefficients: solve() for a matrix that changed a little takes few steps.
class HingeSvm {
 public:
  /// `signs` are +1 or -1, `costs` >= 0; both signs occur.
  HingeSvm(std::vector<double> signs, std::span<const double> costs);

  std::size_t rows() const { return signs_.size(); }

  /// Solves for a Gram matrix, which must be symmetric and row-major with any row stride, starting
  /// from the coefficients of the last solution. Throws Error(cancelled).
  void solve(const MatrixView<const double>& gram, const Context& context);

  /// Says that the Gram matrix loses x x' before the next solve(), which saves time only.
  void lose(std::span<const double> x);
  /// Says that the Gram matrix changes by more than that.
  void forget_matrix();

  /// y_i times the multiplier of row i.
  const std::vector<double>& coefficients() const { return beta_; }
  double bias() const { return bias_; }
  /// By how much the optimality conditions are violated, in units of the margin 1.
  double violation() const { return violation_; }
  double primal_objective() const;
  /// The maximum of the dual, with the sign that makes both objectives equal at the solution.
  double dual_objective() const;

 private:
  bool can_rise(std::size_t i) const { return beta_[i] < upper_[i]; }
  bool can_fall(std::size_t i) const { return beta_[i] > lower_[i]; }
  bool is_free(std::size_t i) const { return can_rise(i) && can_fall(i); }
  const double* gram_row(std::size_t i) const { return gram_ + i * stride_; }

  void refresh_gradient(const Context& context);
  void measure_violation();
  double rounding_error() const;
  /// Improves pairs until the violation is at most `target`, at most `limit` times.
  void improve_pairs(double target, std::size_t limit, const Context& context);
  bool improve_pair(double target);
  /// Minimises over the free coefficients.
  void settle_face(const Context& context);
  void gather_face(const Context& context);
  void renew_shift();
  double best_length() const;
  bool join_face(std::size_t i);
  void leave_face(std::size_t place);
  /// Whether the face needs no further step.
  bool step_on_face(bool& is_rebuilt, const Context& context);
  void rebuild_face(const Context& context);
  /// The step to the minimum of the face, in direction_ and change_ = K * step. Returns how far to
  /// go along it: 1, infinitely far where the objective falls without end, or -1 if the factor
  /// helps too little and the caller is not patient.
  double find_step(bool is_patient, const Context& context);
  void precondition(std::span<const double> residual, std::span<double> out) const;
  void multiply_face(std::span<const double> v, std::span<double> out);
  /// Moves by up to `length` times the direction. Returns the place that met its bound first, or
  /// the size of the face.
  std::size_t move(double length);
  double face_spread() const;

  std::vector<double> signs_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  std::vector<double> beta_;
  std::vector<double> gradient_;  // K beta - y
  double bias_ = 0;
  double violation_ = 0;
  bool is_cold_ = true;

  const double* gram_ = nullptr;
  std::size_t stride_ = 0;
  std::vector<double> diagonal_;
  double shift_ = 1;  // the factor is that of K + shift on the face

  std::vector<std::size_t> face_;      // free coefficients with independent rows
  std::vector<std::size_t> place_of_;  // in face_, or none
  FaceFactor factor_;
  std::vector<double> of_ones_;    // solution for 1
  std::vector<double> direction_;  // by place
  std::vector<double> change_;     // by row
  std::vector<double> residual_;
  std::vector<double> conjugate_;
  std::vector<double> improved_;
  std::vector<double> product_;
  std::vector<double> scratch_;
  std::vector<const double*> row_pointers_;
  std::vector<double> factors_;
};

}  // namespace pith
