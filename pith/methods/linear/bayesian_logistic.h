// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {
inline namespace families {

struct LogisticProblem {
  MatrixView<const double> columns;   ///< features x rows, each feature contiguous
  std::span<const double> penalties;  ///< of |w_j|; infinite: w_j = 0
  std::span<const std::uint32_t> classes;
  std::size_t class_count = 2;
  std::span<const double> rows = {};  ///< their weights; empty: 1 each
};

/// Logistic regression with a penalty on absolute weights whose strength is integrated out:
/// E + alpha S with the negative log-likelihood E, S = sum |w| and alpha = (number of weights that
/// are not 0) / S after every step. Two classes have one vector of weights, more have one each.
/// Biases are not penalised.
///
/// A step changes the one coordinate with the largest g^2 / h, for the subgradient g of smallest
/// size and the diagonal h of the Hessian, by Newton's method; it ends at 0 where the sign would
/// change and is halved until E + alpha S does not grow. A weight that fell to 0 more than ten
/// times stays there. The result depends on the path: alpha moves, and there may be several fixed
/// points.
class BayesianLogistic {
 public:
  /// The problem must outlive the model.
  BayesianLogistic(const LogisticProblem& problem, const Context& context);
  /// The memory of a model.
  static std::uint64_t bytes(const LogisticProblem& problem);

  /// Returns whether no coordinate was left to improve.
  bool descend();

  std::size_t outputs() const { return outputs_; }
  /// features x outputs
  std::span<const double> weights() const { return weights_; }
  /// The gradient of E, features x outputs.
  std::span<const double> slopes() const { return slopes_; }
  double alpha() const { return alpha_; }
  double energy() const { return energy_; }
  std::size_t steps() const { return steps_; }
  bool is_locked(std::size_t coordinate) const;
  std::size_t locked() const;
  /// The size of the smallest subgradient of E + alpha S.
  double violation(std::size_t coordinate) const;

 private:
  /// A coordinate and how much a step along it promises.
  struct Candidate {
    double gain = -1;
    std::size_t coordinate = 0;
    bool is_bias = false;
  };
  struct Move {
    std::size_t output = 0;
    const double* column = nullptr;
    double step = 0;
  };

  std::size_t rows() const { return problem_.columns.extent(1); }
  std::size_t features() const { return problem_.columns.extent(0); }
  double row_weight(std::size_t i) const { return problem_.rows.empty() ? 1 : problem_.rows[i]; }
  const double* column(std::size_t j) const {
    return problem_.columns.data_handle() + j * problem_.columns.stride(0);
  }
  double* decisions(std::size_t k) { return &decisions_[k * rows()]; }

  double energy_at(const Move& move) const;
  double row_energy(std::size_t row, const Move& move) const;
  double largest_decision(std::size_t row, const Move& move) const;
  void update_powers(std::size_t row);
  void refresh();
  void update_slopes();
  bool is_at_rest(std::size_t coordinate) const;
  Candidate best();
  Candidate best_among(std::size_t begin, std::size_t end);
  double smallest_subgradient(std::size_t coordinate) const;
  void step_bias(std::size_t output);
  void step_weight(std::size_t coordinate);

  const LogisticProblem& problem_;
  const Context& context_;
  std::size_t outputs_;
  std::vector<double> ones_;
  std::vector<double> weights_;
  std::vector<double> decisions_;  // outputs x rows
  // Of more than two classes; a step changes one output, so most of them last.
  std::vector<double> powers_;      // exp(decision - largest of the row), outputs x rows
  std::vector<double> powered_;     // the decisions of powers_
  std::vector<double> largest_;     // by row
  std::vector<double> residuals_;   // probabilities minus indicators, times the weights of rows
  std::vector<double> curvatures_;  // of E by the decisions
  std::vector<double> slopes_;
  std::vector<double> bends_;         // diagonal of the Hessian, features x outputs
  std::vector<double> lengths_;       // of the columns
  std::vector<double> seen_;          // travelled_ when a slope was computed
  std::vector<double> travelled_;     // the way of the residuals of each output so far
  std::vector<std::uint32_t> falls_;  // how often a weight fell to 0
  double energy_ = 0;
  double alpha_ = 0;
  double penalty_sum_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace families
}  // namespace pith
