// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/lasso_model.h"

#define EIGEN_MPL2_ONLY
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "pith/linalg/vector_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

/// Factorising a matrix of this size takes some 50 ms.
constexpr std::size_t largest_system = 800;

class LassoDescent {
 public:
  LassoDescent(const LassoModel& model, std::span<double> weights, const Context& context)
      : model_(model),
        weights_(weights),
        context_(context),
        slopes_(model.slopes.begin(), model.slopes.end()) {}

  void run() {
    constexpr std::size_t most_rounds = 200;
    constexpr std::size_t sweeps = 5;
    for (std::size_t round = 0; round < most_rounds; ++round) {
      double change = 0;
      for (std::size_t i = 0; i < sweeps; ++i) {
        context_.check_cancelled();
        change = sweep();
        if (change <= 1e-15) return;
      }
      // A sweep after exact steps that changes nothing has found the minimum.
      bool is_exact = false;
      for (std::size_t i = 0; i < sweeps && !is_exact; ++i)
        is_exact = exact_step();
      if (is_exact && sweep() <= 1e-12) {
        exact_step();
        return;
      }
    }
  }

 private:
  std::size_t size() const { return weights_.size(); }
  const double* row(std::size_t j) const { return model_.curvature.data() + j * size(); }

  /// Returns the largest change relative to the size of the weights, in the units of predictions.
  double sweep() {
    double most = 0;
    double scale = 0;
    for (std::size_t j = 0; j < size(); ++j) {
      const double own = row(j)[j];
      const double now =
          own > 0 ? lasso_coordinate(weights_[j], slopes_[j], own, model_.penalties[j]) : 0.0;
      const double change = now - weights_[j];
      scale = std::max(scale, std::abs(now) * std::sqrt(std::max(own, 0.0)));
      if (change == 0) continue;
      move(j, now);
      most = std::max(most, std::abs(change) * std::sqrt(std::max(own, 0.0)));
    }
    return most > 0 ? most / std::max(scale, most) : 0;
  }
  void move(std::size_t j, double to) {
    add_multiple(to - weights_[j], row(j), slopes_.data(), size());
    weights_[j] = to;
  }

  /// Goes to the minimum for the present signs, or to where the first weight becomes 0 on the way.
  /// Returns whether the minimum was reached.
  bool exact_step() {
    std::vector<std::size_t> support;
    for (std::size_t j = 0; j < size(); ++j) {
      if (weights_[j] != 0) support.push_back(j);
    }
    if (support.empty() || support.size() > largest_system) return false;
    const auto count = static_cast<Eigen::Index>(support.size());
    Eigen::MatrixXd curvature(count, count);
    Eigen::VectorXd descent(count);
    for (Eigen::Index a = 0; a < count; ++a) {
      const std::size_t j = support[static_cast<std::size_t>(a)];
      descent[a] = -slopes_[j] - std::copysign(model_.penalties[j], weights_[j]);
      for (Eigen::Index b = 0; b <= a; ++b)
        curvature(a, b) = row(j)[support[static_cast<std::size_t>(b)]];
    }
    // Along directions without curvature the way is long, and ends where a weight becomes 0.
    curvature.diagonal() *= 1 + 1e-11;
    const Eigen::LLT<Eigen::MatrixXd> factor(curvature);
    if (factor.info() != Eigen::Success) return false;
    const Eigen::VectorXd step = factor.solve(descent);
    if (!step.allFinite()) return false;
    double share = 1;
    std::size_t first = size();
    for (Eigen::Index a = 0; a < count; ++a) {
      const double weight = weights_[support[static_cast<std::size_t>(a)]];
      if ((weight + step[a]) * weight > 0 || step[a] == 0) continue;
      if (-weight / step[a] >= share) continue;
      share = -weight / step[a];
      first = support[static_cast<std::size_t>(a)];
    }
    for (Eigen::Index a = 0; a < count; ++a) {
      const std::size_t j = support[static_cast<std::size_t>(a)];
      move(j, j == first ? 0 : weights_[j] + share * step[a]);
    }
    return first == size();
  }

  const LassoModel& model_;
  std::span<double> weights_;
  const Context& context_;
  std::vector<double> slopes_;  // of the quadratic part at the weights
};

}  // namespace

double lasso_coordinate(double weight, double slope, double curvature, double penalty) {
  const double centre = curvature * weight - slope;
  if (centre > penalty) return (centre - penalty) / curvature;
  if (centre < -penalty) return (centre + penalty) / curvature;
  return 0;
}

void minimize_lasso(const LassoModel& model, std::span<double> weights, const Context& context) {
  LassoDescent(model, weights, context).run();
}

}  // namespace linalg
}  // namespace pith
