// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/quadratic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/linalg/cholesky_face.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The state of a search: K = (1 - alpha) H, f = alpha F, weights that are positive on the support,
/// and a Cholesky factor of K + tau 11' on the support. The term tau 11' changes nothing where the
/// sum of the weights is fixed, and makes the factor exist wherever K is convex along the face.
class ActiveSet {
 public:
  ActiveSet(const SimplexProblem& problem, const Context& context)
      : problem_(problem),
        context_(context),
        form_weight_(1 - problem.alpha),
        size_(problem.form.size()),
        gradient_(size_),
        column_of_(size_) {
    for (std::size_t i = 0; i < size_; ++i) {
      scale_ = std::max({scale_, form_weight_ * problem.form.diagonal(i), std::abs(linear(i))});
    }
    tau_ = scale_ > 0 ? scale_ : 1;
  }

  SimplexPoint run() {
    start();
    bool is_refined = false;
    bool has_exchanged = false;
    constexpr std::size_t large = 200;
    constexpr std::size_t max_steps = 1'000'000;
    for (std::size_t step = 1; step < max_steps; ++step) {
      context_.check_cancelled();
      set_gradient();
      const std::size_t lowest = steepest();
      if (level() - gradient_[lowest] <= 1e-14 * scale_) break;
      const std::size_t best = first_of_ties(lowest);
      if (is_supported(best)) {  // the face is not solved to full precision
        if (is_refined) break;
        solve_face();
        is_refined = true;
        continue;
      }
      is_refined = false;
      if (support_.size() > large && !has_exchanged) {
        exchange();
        has_exchanged = true;
        continue;
      }
      enter(best);
      solve_face();
      if (step % 16 == 0) context_.report({.phase = "select", .done = support_.size()});
    }
    return point();
  }

 private:
  double linear(std::size_t i) const { return problem_.alpha * problem_.linear[i]; }
  std::span<const double> column(std::size_t i) {
    if (column_of_[i].empty()) {
      column_of_[i] = problem_.form.column(i, context_);
      ++columns_;
    }
    return column_of_[i];
  }
  /// An element of K + tau 11'.
  double element(std::size_t i, std::size_t j) { return form_weight_ * column(i)[j] + tau_; }
  bool is_supported(std::size_t i) const {
    return std::find(support_.begin(), support_.end(), i) != support_.end();
  }

  /// Starts with the best single feature.
  void start() {
    std::vector<double> values(size_);
    for (std::size_t i = 0; i < size_; ++i)
      values[i] = 0.5 * form_weight_ * problem_.form.diagonal(i) - linear(i);
    const double least = *std::min_element(values.begin(), values.end());
    begin_with(static_cast<std::size_t>(
        std::find_if(values.begin(), values.end(),
                     [&](double value) { return value <= least + tie() * scale_; }) -
        values.begin()));
  }
  /// Values that differ by less than this share of the scale are ties; the first one is taken.
  static constexpr double tie() { return 1e-12; }
  void begin_with(std::size_t feature) {
    face_.clear();
    support_ = {feature};
    weights_ = {1.0};
    PITH_ASSERT(tau_ > 0);
    (void)face_.append({}, element(feature, feature));
  }

  void set_gradient() {
    for (std::size_t i = 0; i < size_; ++i)
      gradient_[i] = -linear(i);
    for (std::size_t k = 0; k < support_.size(); ++k)
      add(form_weight_ * weights_[k], column(support_[k]), gradient_);
  }
  static void add(double factor, std::span<const double> column, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += factor * column[i];
  }
  std::size_t steepest() const {
    return static_cast<std::size_t>(std::min_element(gradient_.begin(), gradient_.end()) -
                                    gradient_.begin());
  }
  /// The first feature outside the support whose gradient is the lowest up to rounding.
  std::size_t first_of_ties(std::size_t lowest) const {
    if (is_supported(lowest)) return lowest;
    const double bound = gradient_[lowest] + tie() * scale_;
    for (std::size_t i = 0; i < lowest; ++i) {
      if (gradient_[i] <= bound && !is_supported(i) && gradient_[i] < level()) return i;
    }
    return lowest;
  }
  /// x'grad: the gradient of every feature of the support at the solution of the face.
  double level() const {
    double sum = 0;
    for (std::size_t k = 0; k < support_.size(); ++k)
      sum += weights_[k] * gradient_[support_[k]];
    return sum;
  }

  std::vector<double> border_of(std::size_t feature) {
    std::vector<double> border;
    border.reserve(support_.size());
    for (const std::size_t known : support_)
      border.push_back(element(known, feature));
    return border;
  }
  void drop(std::size_t place) {
    face_.remove(place);
    support_.erase(support_.begin() + static_cast<std::ptrdiff_t>(place));
    weights_.erase(weights_.begin() + static_cast<std::ptrdiff_t>(place));
  }

  /// The longest step along a direction, and the place of the weight that reaches 0 there.
  struct Limit {
    double step = infinity;
    std::size_t place = 0;
  };
  Limit limit_along(std::span<const double> direction) const {
    Limit limit;
    for (std::size_t k = 0; k < direction.size(); ++k) {
      if (direction[k] >= 0) continue;
      const double step = -weights_[k] / direction[k];
      if (step < limit.step) limit = {step, k};
    }
    return limit;
  }

  /// Raises the weight of a feature from 0 and adjusts those of the support so that their gradients
  /// stay equal, up to the minimum or, where there is none, as far as possible. Features whose
  /// weight reaches 0 on the way leave the support.
  void enter(std::size_t feature) {
    double raised = 0;
    double slope = gradient_[feature] - level();
    while (!support_.empty()) {
      const std::vector<double> border = border_of(feature);
      const std::vector<double> ones = face_.solve(std::vector<double>(support_.size(), 1.0));
      std::vector<double> direction = face_.solve(border);
      const double sum = std::accumulate(direction.begin(), direction.end(), 0.0);
      const double shift = (1 - sum) / std::accumulate(ones.begin(), ones.end(), 0.0);
      for (std::size_t k = 0; k < direction.size(); ++k)
        direction[k] = -direction[k] - shift * ones[k];
      const double curvature =
          element(feature, feature) + shift +
          std::inner_product(border.begin(), border.end(), direction.begin(), 0.0);
      const Limit limit = limit_along(direction);
      const double least = curvature > 1e-13 * scale_ ? -slope / curvature : infinity;
      const bool is_free = least < limit.step && face_.append(border, element(feature, feature));
      const double step = is_free ? least : limit.step;
      for (std::size_t k = 0; k < direction.size(); ++k)
        weights_[k] += step * direction[k];
      raised += step;
      slope += step * curvature;
      if (is_free) {
        support_.push_back(feature);
        weights_.push_back(raised);
        return;
      }
      drop(limit.place);
    }
    begin_with(feature);
  }

  /// Moves to the solution of the face; features whose weight reaches 0 on the way leave the
  /// support.
  void solve_face() {
    while (support_.size() > 1) {
      std::vector<double> target(support_.size());
      std::transform(support_.begin(), support_.end(), target.begin(),
                     [&](std::size_t i) { return linear(i); });
      target = face_.solve(target);
      const std::vector<double> ones = face_.solve(std::vector<double>(support_.size(), 1.0));
      const double shift = (std::accumulate(target.begin(), target.end(), 0.0) - 1) /
                           std::accumulate(ones.begin(), ones.end(), 0.0);
      std::vector<double> direction(target.size());
      for (std::size_t k = 0; k < target.size(); ++k) {
        target[k] -= shift * ones[k];
        direction[k] = target[k] - weights_[k];
      }
      const Limit limit = limit_along(direction);
      if (limit.step > 1) {
        weights_ = std::move(target);
        return;
      }
      for (std::size_t k = 0; k < direction.size(); ++k)
        weights_[k] += limit.step * direction[k];
      drop(limit.place);
    }
    weights_ = {1.0};
  }

  /// Sequential minimal optimization: moves weight between the pair of features that gains most,
  /// until the remaining gain is small. Then builds a new face from the features with a weight.
  void exchange() {
    std::vector<double> all(size_);
    for (std::size_t k = 0; k < support_.size(); ++k)
      all[support_[k]] = weights_[k];
    const std::size_t max_steps = 100 * size_;
    for (std::size_t step = 0; step < max_steps; ++step) {
      if (step % 64 == 0) context_.check_cancelled();
      const std::size_t to = steepest();
      const std::span<const double> gaining = column(to);
      double level = 0;
      double best = 0;
      std::size_t from = size_;
      double amount = 0;
      for (std::size_t j = 0; j < size_; ++j) {
        if (all[j] <= 0 || j == to) continue;
        level += all[j] * gradient_[j];
        const double slope = gradient_[j] - gradient_[to];
        if (slope <= 0) continue;
        const double curvature =
            form_weight_ * (gaining[to] + problem_.form.diagonal(j) - 2 * gaining[j]);
        const double move = curvature * all[j] > slope ? slope / curvature : all[j];
        const double gain = move * (slope - 0.5 * move * std::max(0.0, curvature));
        if (gain <= best) continue;
        best = gain;
        from = j;
        amount = move;
      }
      level += all[to] * gradient_[to];
      if (from == size_ || level - gradient_[to] <= 1e-9 * scale_) break;
      add(form_weight_ * amount, gaining, gradient_);
      add(-form_weight_ * amount, column(from), gradient_);
      all[to] += amount;
      all[from] = amount == all[from] ? 0 : all[from] - amount;
    }
    adopt(all);
  }

  void adopt(const std::vector<double>& all) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < size_; ++i) {
      if (all[i] > 0) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return all[a] > all[b]; });
    begin_with(order.front());
    weights_.front() = all[order.front()];
    for (std::size_t k = 1; k < order.size(); ++k) {
      // Features that would make the face concave or singular lose their weight.
      if (!face_.append(border_of(order[k]), element(order[k], order[k]))) continue;
      support_.push_back(order[k]);
      weights_.push_back(all[order[k]]);
    }
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    for (double& weight : weights_)
      weight /= sum;
    solve_face();
  }

  SimplexPoint point() {
    set_gradient();
    SimplexPoint found{.weights = std::vector<double>(size_),
                       .gap = std::max(0.0, level() - gradient_[steepest()]),
                       .support = support_.size(),
                       .columns = columns_};
    for (std::size_t k = 0; k < support_.size(); ++k) {
      found.weights[support_[k]] = weights_[k];
      // x'Kx / 2 - f'x = (x'grad - f'x) / 2
      found.objective += 0.5 * weights_[k] * (gradient_[support_[k]] - linear(support_[k]));
    }
    return found;
  }

  const SimplexProblem& problem_;
  const Context& context_;
  double form_weight_;  // 1 - alpha
  std::size_t size_;
  double scale_ = 0;
  double tau_ = 1;
  std::vector<std::size_t> support_;
  std::vector<double> weights_;  // of the support
  CholeskyFace face_;
  std::vector<double> gradient_;
  std::vector<std::span<const double>> column_of_;
  std::size_t columns_ = 0;
};

}  // namespace

SimplexPoint minimize_on_simplex(const SimplexProblem& problem, const Context& context) {
  PITH_ASSERT(problem.form.size() > 0 && problem.linear.size() == problem.form.size());
  return ActiveSet(problem, context).run();
}

}  // namespace linalg
}  // namespace pith
