// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith::learn {

struct SparseSvmProblem {
  MatrixView<const double> columns;   ///< features x rows, each feature contiguous
  std::span<const double> penalties;  ///< p_j > 0 of the features; infinite: w_j = 0
  std::span<const double> signs;      ///< 1 or -1 for each row
  std::span<const double> rows = {};  ///< their weights; empty: 1 each
  /// Up to this many active features their inner products are kept: 72 MB.
  std::size_t most_products = 3000;
};

/// A linear support vector machine of two classes with few weights: minimises
///   sum[j] p_j |w_j| + |b| + C sum[i] v_i max(0, 1 - y_i (w x_i + b))^2.
/// Newton's method with a step for all weights of an active set together: between two changes of
/// the rows inside of the margin the loss is quadratic, and inner products over these rows, kept up
/// to date as rows come and go, say all about it. Deterministic, and exact up to rounding.
class SparseSvm {
 public:
  /// The problem must outlive the machine.
  SparseSvm(const SparseSvmProblem& problem, const Context& context);

  /// From the last solution, if any. Returns whether the optimality conditions hold.
  bool solve(double cost);

  /// The cost up to which all weights are 0.
  double least_cost() const { return least_cost_; }

  std::span<const double> weights() const { return {weights_.data(), features()}; }
  double bias() const { return weights_.back(); }
  double objective() const;
  double loss() const { return 2 * cost_ * half_loss_; }
  /// |gradient of the loss| of each feature; p_j where a weight is not 0, at most p_j elsewhere.
  std::vector<double> pulls() const;

 private:
  std::size_t rows() const { return problem_.columns.extent(1); }
  std::size_t features() const { return problem_.columns.extent(0); }
  std::size_t bias_place() const { return features(); }
  const double* column(std::size_t j) const;
  double row_weight(std::size_t i) const { return problem_.rows.empty() ? 1 : problem_.rows[i]; }
  double penalty(std::size_t j) const;  // divided by 2 C, as is everything below
  double violation(std::size_t j) const;
  double tolerance(std::size_t j) const;

  void evaluate();
  void update_slopes(std::span<const std::size_t> some);
  void update_all_slopes();
  std::uint64_t bytes_with(std::size_t active) const;
  std::vector<std::size_t> working_set() const;
  void set_active(const std::vector<std::size_t>& wanted);
  void update_curvature();
  void add_products(std::span<const std::uint32_t> some, std::span<const double> factors,
                    std::size_t first);
  std::vector<double> model_minimum() const;
  std::vector<double> model_minimum_by_columns() const;
  bool newton_step();
  bool descend();
  double value_at(std::span<const double> shift, std::span<const double> to, double share) const;

  const SparseSvmProblem& problem_;
  const Context& context_;
  Reservation held_;  // of what follows
  std::vector<double> ones_;
  double least_cost_ = 1;
  double cost_ = 0;                // of the last solution
  double precision_ = 0;           // see tolerance()
  std::vector<double> weights_;    // of the features and the bias
  std::vector<double> decisions_;  // w x_i + b
  std::vector<double> residuals_;  // -v_i y_i max(0, 1 - y_i decision)
  double residual_sum_ = 0;        // of magnitudes
  double half_loss_ = 0;           // 1/2 sum v_i max(0, ...)^2
  std::vector<double> slopes_;     // of half the loss
  std::vector<std::size_t> active_;
  std::vector<double> curvature_;  // active x active: sum over the counted rows of v x x'
  std::vector<char> is_counted_;   // rows
};

}  // namespace pith::learn
