// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/linalg/directions.h"
#include "pith/select/recipes.h"
#include "pith/stats/feature_vectors.h"

namespace pith::methods {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// Alternating maximisation. With A = sum[i] alpha_i m_i m_i' and orthonormal Q, the value |A Q|^2
/// is alpha' G alpha for G_ij = (m_i'm_j)(m_i'QQ'm_j), which is semidefinite: neither a power step
/// of alpha under G nor a step of Q by A can decrease it. Neither matrix is formed, because with Z
/// = M Q
///   A Q = M'(alpha .* Z),   (G alpha)_i = sum[c] (M A Q)_ic Z_ic,
/// so that one step takes two passes over M.
class Alternation {
 public:
  Alternation(const FeatureVectors& vectors, std::size_t dimensions, const Context& context)
      : vectors_(vectors.view()),
        q_(leading_directions(vectors_, dimensions, context).directions),
        z_(vectors.size() * q_.count),
        alpha_(vectors.size(), 1 / std::sqrt(static_cast<double>(vectors.size()))) {}

  std::size_t dimensions() const { return q_.count; }
  /// A unit vector, with the sign for which its sum is positive.
  const std::vector<double>& alpha() const { return alpha_; }

  /// |A Q|^2: the sum of squares of the k largest eigenvalues of A once Q has converged.
  double value(const Context& context) { return squares(project(context).numbers); }

  /// Returns the norm of the change of alpha.
  double step(const Context& context) {
    const Directions projected = project(context);
    std::vector<double> next(alpha_.size());
    q_ = sweep(
        vectors_, projected,
        [&](std::size_t begin, const Input& products, const Output& factors) {
          for (std::size_t i = 0; i < products.extent(0); ++i) {
            const double* const z = &z_[(begin + i) * q_.count];
            for (std::size_t c = 0; c < q_.count; ++c)
              next[begin + i] += products(i, c) * z[c];
            // The scale does not matter, because Q is made orthonormal.
            for (std::size_t c = 0; c < q_.count; ++c)
              factors(c, i) = next[begin + i] * z[c];
          }
        },
        context);
    orthonormalize(q_);
    return replace_alpha(std::move(next));
  }

 private:
  static double squares(const std::vector<double>& numbers) {
    return std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0);
  }

  /// Returns A Q, and keeps Z.
  Directions project(const Context& context) {
    return sweep(
        vectors_, q_,
        [&](std::size_t begin, const Input& products, const Output& factors) {
          for (std::size_t i = 0; i < products.extent(0); ++i) {
            for (std::size_t c = 0; c < q_.count; ++c) {
              z_[(begin + i) * q_.count + c] = products(i, c);
              factors(c, i) = alpha_[begin + i] * products(i, c);
            }
          }
        },
        context);
  }

  double replace_alpha(std::vector<double> next) {
    const double sum = std::accumulate(next.begin(), next.end(), 0.0);
    const double factor = (sum < 0 ? -1 : 1) / std::sqrt(squares(next));
    double change = 0;
    for (std::size_t i = 0; i < next.size(); ++i) {
      next[i] *= factor;
      change += (next[i] - alpha_[i]) * (next[i] - alpha_[i]);
    }
    alpha_ = std::move(next);
    return std::sqrt(change);
  }

  Input vectors_;
  Directions q_;
  std::vector<double> z_;  // vectors x dimensions
  std::vector<double> alpha_;
};

/// Constants score 0, or the lowest alpha if that is negative.
std::vector<double> scores_of(const FeatureVectors& vectors, const std::vector<double>& alpha,
                              std::size_t features) {
  const double worst = std::min(0.0, *std::min_element(alpha.begin(), alpha.end()));
  std::vector<double> scores(features, worst);
  for (std::size_t i = 0; i < alpha.size(); ++i)
    scores[vectors.features()[i]] = alpha[i];
  return scores;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const FeatureVectors vectors(rows_of(source, "q-alpha"), Length::unit, context);
  const auto wanted = static_cast<std::size_t>(task.params.integer("dimensions"));
  const auto max_iterations = static_cast<std::size_t>(task.params.integer("iterations"));
  const double tolerance = task.params.real("tolerance");
  Alternation alternation(vectors, wanted, context);
  double change = 1;
  std::size_t iterations = 0;
  while (iterations < max_iterations && change >= tolerance) {
    context.check_cancelled();
    change = alternation.step(context);
    context.report({.phase = "iterate", .done = ++iterations, .total = 0});
  }
  const double value = alternation.value(context);
  Selection selection = rank(scores_of(vectors, alternation.alpha(), source.features()), task);
  selection.diagnostics = {
      {"objective", value}, {"iterations", static_cast<double>(iterations)}, {"change", change}};
  if (alternation.dimensions() < wanted) {
    selection.notes.push_back(
        fmt::format("used {} instead of {} ({}), because the features span no more",
                    counted(alternation.dimensions(), "dimension"), wanted, option("dimensions")));
  }
  if (change >= tolerance) {
    selection.notes.push_back(
        fmt::format("alpha did not converge in {} (last change: {:.2g}); increase {} or the "
                    "tolerance ({})",
                    counted(iterations, "iteration"), change, option("iterations"),
                    option("tolerance", number_text(tolerance))));
  }
  return selection;
}

}  // namespace

Method q_alpha() {
  return {
      .id = "q-alpha",
      .class_name = "QAlpha",
      .title = "Q-alpha",
      .family = "graph, quadratic and spectral",
      .formula =
          "J(x_i) = alpha_i of max[|alpha| = 1, Q'Q = I] trace(Q'A'A Q), "
          "A = sum[i] alpha_i m_i m_i'",
      .summary =
          "Ranks numeric features by their weight in the directions along which the rows vary "
          "most, which favours features that reveal clusters. Does not use the target. The "
          "weights are a local maximum.",
      .unit = "weight",
      .cost = "O(n d)",
      .parameters = {Parameter::integer("dimensions", 5, 1, 100,
                                        "number of columns of Q, the directions that the features "
                                        "share"),
                     Parameter::real("tolerance", 1e-12, 1e-13, 0.01,
                                     "stop when alpha, a unit vector, changes by less than this; "
                                     "1e-6 is enough for a ranking"),
                     Parameter::integer("iterations", 2000, 1, 50000,
                                        "maximum number of iterations")},
      .references = {{"L. Wolf and A. Shashua",
                      "Feature selection for unsupervised and supervised inference: the emergence "
                      "of sparsity in a weight-based approach",
                      "Journal of Machine Learning Research 6", 2005, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_target = false,
                           .needs_rows = true,
                           .takes_weights = true,
                           .needs_variation = true,
                           .min_rows = 3},
                 .output = {.ranks_all = true},
                 .guarantees = {.uses_target = false}},
      .run = run,
  };
}

}  // namespace pith::methods
