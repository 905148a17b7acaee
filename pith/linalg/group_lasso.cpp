// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/group_lasso.h"

#define EIGEN_MPL2_ONLY
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr std::size_t features_per_block = 64;
/// Newton's method factorises a matrix of at most this size, in some 20 ms.
constexpr std::size_t largest_system = 600;
constexpr std::size_t most_sweeps = 20'000;
/// Relative violations of the optimality conditions: while features are still added, and at last.
constexpr double coarse = 1e-3;
constexpr double fine = 1e-13;
/// Of the numbers from which a violation is computed.
constexpr double rounding = 4e-16;

double norm(const double* numbers, std::size_t count) {
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i)
    squares += numbers[i] * numbers[i];
  return std::sqrt(squares);
}

/// The problem on some features, given by inner products.
class ActiveGroups {
 public:
  ActiveGroups(const GroupLasso& problem, const Context& context)
      : problem_(problem), context_(context), responses_(problem.responses.extent(0)) {
    // For as many features as a solution usually has, so that a refusal comes at once.
    constexpr std::size_t usual = 64;
    held_ = context.reserve(bytes_of(std::min(usual, problem.columns.extent(0))),
                            "the inner products of the selected features");
    for (std::size_t r = 0; r < responses_; ++r)
      length_ = std::hypot(length_, std::sqrt(dot(response(r), response(r), rows())));
  }

  const std::vector<std::size_t>& features() const { return features_; }
  const double* weights(std::size_t place) const { return &weights_[place * responses_]; }
  double penalty_sum() const { return penalty_sum_; }
  std::size_t sweeps() const { return sweeps_; }

  void add(std::span<const std::size_t> more) {
    const std::size_t old = features_.size();
    features_.insert(features_.end(), more.begin(), more.end());
    const std::size_t size = features_.size();
    // The old products and the new ones, and the weights.
    context_.grow(held_, bytes_of(size), "the inner products of the selected features");
    const Reservation moved = context_.reserve(std::uint64_t{sizeof(double)} * old * old,
                                               "the inner products of the selected features");
    std::vector<double> gram(size * size);
    for (std::size_t i = 0; i < old; ++i)
      std::copy_n(&gram_[i * old], old, &gram[i * size]);
    gram_ = std::move(gram);
    cross_.resize(size * responses_);
    weights_.resize(size * responses_);
    pulls_.resize(size * responses_);
    norms_.resize(size);
    parallel_blocks(context_, size - old, 1, [&](std::size_t begin, std::size_t) {
      const std::size_t i = old + begin;
      const double* const own = column(i);
      for (std::size_t k = 0; k <= i; ++k)
        gram_[i * size + k] = dot(own, column(k), rows());
      for (std::size_t r = 0; r < responses_; ++r)
        cross_[i * responses_ + r] = dot(own, response(r), rows());
    });
    for (std::size_t i = old; i < size; ++i) {
      for (std::size_t k = 0; k < i; ++k)
        gram_[k * size + i] = gram_[i * size + k];
    }
    refresh();
  }

  /// Returns whether the optimality conditions hold up to `tolerance`.
  bool solve(double tolerance) {
    constexpr std::size_t sweeps_before_newton = 10;
    std::size_t patience = sweeps_before_newton;
    while (sweeps_ < most_sweeps) {
      for (std::size_t i = 0; i < patience; ++i) {
        sweep();
        if (violation() <= tolerance) break;
      }
      refresh();
      if (violation() <= tolerance) return true;
      for (std::size_t i = 0; i < sweeps_before_newton && newton_step(); ++i) {
      }
      if (violation() <= tolerance) return true;
      patience = std::min<std::size_t>(2 * patience, 200);
    }
    return false;
  }

 private:
  std::uint64_t bytes_of(std::size_t size) const {
    return std::uint64_t{sizeof(double)} * size * (size + 4 * responses_);
  }
  std::size_t rows() const { return problem_.columns.extent(1); }
  const double* column(std::size_t place) const {
    return problem_.columns.data_handle() + features_[place] * problem_.columns.stride(0);
  }
  const double* response(std::size_t r) const {
    return problem_.responses.data_handle() + r * problem_.responses.stride(0);
  }
  double penalty(std::size_t place) const { return problem_.penalties[features_[place]]; }

  /// pulls = X'Y - X'X W, and the norms.
  void refresh() {
    const std::size_t size = features_.size();
    penalty_sum_ = 0;
    for (std::size_t i = 0; i < size; ++i) {
      norms_[i] = norm(weights(i), responses_);
      penalty_sum_ += penalty(i) * norms_[i];
    }
    pulls_ = cross_;
    for (std::size_t k = 0; k < size; ++k) {
      if (norms_[k] > 0) subtract(k, weights(k));
    }
  }
  /// The pulls after the weights of feature k changed by `change`.
  void subtract(std::size_t k, const double* change) {
    const std::size_t size = features_.size();
    const double* const products = &gram_[k * size];
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t r = 0; r < responses_; ++r)
        pulls_[i * responses_ + r] -= products[i] * change[r];
    }
  }

  /// With the other rows fixed, the best w_j is t c / |c| for c = x_j'(residual without j) and
  /// t = max(0, |c| - gamma p_j S) / (|x_j|^2 + gamma p_j^2), S = sum[k != j] p_k |w_k|.
  void sweep() {
    context_.check_cancelled();
    ++sweeps_;
    const std::size_t size = features_.size();
    std::vector<double> pull(responses_);
    for (std::size_t j = 0; j < size; ++j) {
      const double square = gram_[j * size + j];
      double* const own = &weights_[j * responses_];
      for (std::size_t r = 0; r < responses_; ++r)
        pull[r] = pulls_[j * responses_ + r] + square * own[r];
      const double length = norm(pull.data(), responses_);
      const double p = penalty(j);
      const double others = std::max(0.0, penalty_sum_ - p * norms_[j]);
      const double excess = length - problem_.gamma * p * others;
      const double to = excess > 0 ? excess / (square + problem_.gamma * p * p) : 0;
      if (to == 0 && norms_[j] == 0) continue;
      for (std::size_t r = 0; r < responses_; ++r) {
        const double now = to > 0 ? to * (pull[r] / length) : 0;
        pull[r] = now - own[r];
        own[r] = now;
      }
      penalty_sum_ = others + p * to;
      norms_[j] = to;
      subtract(j, pull.data());
    }
  }

  /// The largest violation relative to gamma p_j S, less what rounding can cause.
  double violation() const {
    double worst = 0;
    for (std::size_t j = 0; j < features_.size(); ++j) {
      const double limit = problem_.gamma * penalty(j) * penalty_sum_;
      const double noise = rounding * std::sqrt(gram_[j * features_.size() + j]) * length_;
      double excess = 0;
      if (norms_[j] == 0) {
        excess = norm(&pulls_[j * responses_], responses_) - limit;
      } else {
        double squares = 0;
        for (std::size_t r = 0; r < responses_; ++r) {
          const double part = pulls_[j * responses_ + r] - limit * (weights(j)[r] / norms_[j]);
          squares += part * part;
        }
        excess = std::sqrt(squares);
      }
      if (excess > noise) worst = std::max(worst, limit > 0 ? (excess - noise) / limit : 1.0);
    }
    return worst;
  }

  /// One step of Newton's method on the rows that are not 0. Returns false, and changes nothing, if
  /// it does not at least halve the violation, or would turn a row around.
  bool newton_step() {
    std::vector<std::size_t> support;
    for (std::size_t j = 0; j < features_.size(); ++j) {
      if (norms_[j] > 0) support.push_back(j);
    }
    const std::size_t size = support.size() * responses_;
    if (size == 0 || size > largest_system) return false;
    const double before = violation();
    const Eigen::VectorXd step = newton_direction(support);
    if (!step.allFinite()) return false;
    const std::vector<double> kept = weights_;
    bool is_fit = true;
    for (std::size_t a = 0; a < support.size(); ++a) {
      double* const own = &weights_[support[a] * responses_];
      double along = 0;
      for (std::size_t r = 0; r < responses_; ++r) {
        const double old = own[r];
        own[r] += step[static_cast<Eigen::Index>(a * responses_ + r)];
        along += old * own[r];
      }
      is_fit = is_fit && along > 0.01 * norms_[support[a]] * norms_[support[a]];
    }
    refresh();
    if (is_fit && violation() <= before / 2) return true;
    weights_ = kept;
    refresh();
    return false;
  }

  Eigen::VectorXd newton_direction(const std::vector<std::size_t>& support) const {
    const std::size_t count = support.size();
    const auto size = static_cast<Eigen::Index>(count * responses_);
    Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd descent(size);
    std::vector<double> directions(count * responses_);  // p_j w_j / |w_j|
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t r = 0; r < responses_; ++r) {
        directions[a * responses_ + r] =
            penalty(support[a]) * (weights(support[a])[r] / norms_[support[a]]);
      }
    }
    const double gamma = problem_.gamma;
    for (std::size_t a = 0; a < count * responses_; ++a) {
      const std::size_t j = support[a / responses_];
      const std::size_t r = a % responses_;
      const auto row = static_cast<Eigen::Index>(a);
      descent[row] = pulls_[j * responses_ + r] - gamma * penalty_sum_ * directions[a];
      // gamma S p_j (I - u u') / |w_j|, with u = directions / p_j
      const double bend = gamma * penalty_sum_ / norms_[j];
      for (std::size_t b = 0; b <= a; ++b) {
        const std::size_t k = support[b / responses_];
        double value = gamma * directions[a] * directions[b];
        if (r == b % responses_) value += gram_[j * features_.size() + k];
        if (j == k) {
          if (a == b) value += bend * penalty(j);
          value -= bend * directions[a] * (directions[b] / penalty(j));
        }
        curvature(row, static_cast<Eigen::Index>(b)) = value;
      }
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(curvature);
    if (factor.info() != Eigen::Success)
      return Eigen::VectorXd::Constant(size, std::numeric_limits<double>::quiet_NaN());
    return factor.solve(descent);
  }

  Reservation held_;
  const GroupLasso& problem_;
  const Context& context_;
  std::size_t responses_;
  double length_ = 0;  // of all responses together
  std::vector<std::size_t> features_;
  std::vector<double> gram_;     // inner products of the features
  std::vector<double> cross_;    // with the responses
  std::vector<double> weights_;  // features x responses
  std::vector<double> pulls_;    // inner products with the residuals
  std::vector<double> norms_;    // of the rows of weights_
  double penalty_sum_ = 0;       // sum p_j |w_j|
  std::size_t sweeps_ = 0;
};

/// Residuals, and the inner products of all features with them.
class Residuals {
 public:
  Residuals(const GroupLasso& problem, const Context& context)
      : problem_(problem),
        context_(context),
        rows_(problem.columns.extent(1)),
        responses_(problem.responses.extent(0)),
        numbers_(rows_ * responses_),
        pulls_(problem.columns.extent(0)) {}

  void update(const ActiveGroups& active) {
    for (std::size_t r = 0; r < responses_; ++r) {
      double* const out = &numbers_[r * rows_];
      std::copy_n(problem_.responses.data_handle() + r * problem_.responses.stride(0), rows_, out);
      for (std::size_t i = 0; i < active.features().size(); ++i) {
        const double weight = active.weights(i)[r];
        if (weight != 0) add_multiple(-weight, column(active.features()[i]), out, rows_);
      }
    }
    parallel_blocks(context_, pulls_.size(), features_per_block,
                    [&](std::size_t begin, std::size_t end) { set_pulls(begin, end); });
  }

  const std::vector<double>& pulls() const { return pulls_; }
  double squares() const {
    double sum = 0;
    for (std::size_t r = 0; r < responses_; ++r)
      sum += dot(&numbers_[r * rows_], &numbers_[r * rows_], rows_);
    return sum;
  }
  /// For residuals R, <R,Y>^2 / (|R|^2 + M^2 / gamma) with M = max |x_j'R| / p_j is a value of the
  /// dual problem, and so at most the minimum.
  double lower_bound() const {
    double along = 0;
    for (std::size_t r = 0; r < responses_; ++r) {
      const double* const response =
          problem_.responses.data_handle() + r * problem_.responses.stride(0);
      along += dot(&numbers_[r * rows_], response, rows_);
    }
    double largest = 0;
    for (std::size_t j = 0; j < pulls_.size(); ++j)
      largest = std::max(largest, pulls_[j] / problem_.penalties[j]);
    const double denominator = squares() + largest * (largest / problem_.gamma);
    return denominator > 0 ? along * (along / denominator) : 0;
  }

 private:
  const double* column(std::size_t j) const {
    return problem_.columns.data_handle() + j * problem_.columns.stride(0);
  }
  void set_pulls(std::size_t begin, std::size_t end) {
    constexpr std::size_t few = 3;  // responses: padding would cost more than it saves
    if (responses_ <= few) {
      for (std::size_t j = begin; j < end; ++j) {
        double squares = 0;
        for (std::size_t r = 0; r < responses_; ++r) {
          const double pull = dot(column(j), &numbers_[r * rows_], rows_);
          squares += pull * pull;
        }
        pulls_[j] = std::sqrt(squares);
      }
      return;
    }
    std::vector<double> products((end - begin) * responses_);
    multiply({column(begin), end - begin, rows_, problem_.columns.stride(0), 1},
             {numbers_.data(), rows_, responses_, 1, rows_},
             MatrixView<double>::row_major(products.data(), end - begin, responses_));
    for (std::size_t j = begin; j < end; ++j)
      pulls_[j] = norm(&products[(j - begin) * responses_], responses_);
  }

  const GroupLasso& problem_;
  const Context& context_;
  std::size_t rows_;
  std::size_t responses_;
  std::vector<double> numbers_;  // responses x rows
  std::vector<double> pulls_;
};

/// The features outside of the active set that would enter, those that would most before others; at
/// most as many as are active, or ten.
std::vector<std::size_t> entering(const GroupLasso& problem, const ActiveGroups& active,
                                  const std::vector<double>& pulls) {
  constexpr std::size_t at_least = 10;
  std::vector<char> is_active(pulls.size());
  for (const std::size_t j : active.features())
    is_active[j] = 1;
  const double limit = problem.gamma * active.penalty_sum() * (1 + 1e-10);
  std::vector<std::pair<double, std::size_t>> found;
  for (std::size_t j = 0; j < pulls.size(); ++j) {
    const double pull = pulls[j] / problem.penalties[j];
    if (is_active[j] == 0 && pulls[j] > 0 && pull > limit) found.emplace_back(-pull, j);
  }
  const std::size_t count = std::min(found.size(), std::max(at_least, active.features().size()));
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end());
  std::vector<std::size_t> features;
  for (std::size_t i = 0; i < count; ++i)
    features.push_back(found[i].second);
  std::sort(features.begin(), features.end());
  return features;
}

}  // namespace

GroupLassoPoint minimize_group_lasso(const GroupLasso& problem, const Context& context) {
  const std::size_t responses = problem.responses.extent(0);
  ActiveGroups active(problem, context);
  Residuals residuals(problem, context);
  residuals.update(active);
  bool has_converged = true;
  bool is_fine = true;  // with no feature at all, the solution is exact
  for (;;) {
    const std::vector<std::size_t> more = entering(problem, active, residuals.pulls());
    if (more.empty() && is_fine) break;
    if (!more.empty()) active.add(more);
    is_fine = more.empty();
    has_converged = active.solve(is_fine ? fine : coarse);
    residuals.update(active);
    if (!has_converged) break;
  }
  GroupLassoPoint point{.weights = std::vector<double>(problem.columns.extent(0) * responses),
                        .pulls = residuals.pulls(),
                        .sweeps = active.sweeps(),
                        .has_converged = has_converged};
  for (std::size_t i = 0; i < active.features().size(); ++i)
    std::copy_n(active.weights(i), responses, &point.weights[active.features()[i] * responses]);
  const double sum = active.penalty_sum();
  point.objective = residuals.squares() + problem.gamma * sum * sum;
  point.gap = std::max(0.0, point.objective - residuals.lower_bound());
  return point;
}

}  // namespace linalg
}  // namespace pith
