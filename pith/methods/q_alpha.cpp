// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <type_traits>
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

double squares(const std::vector<double>& numbers) {
  return std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0);
}

/// Replaces alpha by `next` as a unit vector, with the sign for which its sum is positive. Returns
/// the norm of the change.
double replace_alpha(std::vector<double>& alpha, std::vector<double> next) {
  const double sum = std::accumulate(next.begin(), next.end(), 0.0);
  const double factor = (sum < 0 ? -1 : 1) / std::sqrt(squares(next));
  double change = 0;
  for (std::size_t i = 0; i < next.size(); ++i) {
    next[i] *= factor;
    change += (next[i] - alpha[i]) * (next[i] - alpha[i]);
  }
  alpha = std::move(next);
  return std::sqrt(change);
}

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
    return replace_alpha(alpha_, std::move(next));
  }

 private:
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

  Input vectors_;
  Directions q_;
  std::vector<double> z_;  // vectors x dimensions
  std::vector<double> alpha_;
};

/// The supervised form. The rows of class g of all features are M_g, and A_gh = M_g' diag(alpha)
/// M_h is the block of A for two classes: the value is
///   sum[g] |A_gg Q_gg|^2 - gamma sum[g<h] |A_gh Q_gh|^2
/// with the leading right singular vectors of each block as its Q. A step of Q is one orthogonal
/// iteration by A'A. A step of alpha is one power step under
///   (G alpha)_i = sum[g] z_i'w_i of A_gg - gamma sum[g<h] z_i'w_i of A_gh,
/// z_i of Z = M_h Q and w_i of W = M_g A_gh Q. G is not semidefinite, so the sum between the
/// classes is added to its diagonal: then no eigenvalue of the other sign dominates.
class ClassAlternation {
 public:
  /// `ends` are those of the classes in the rows of the vectors.
  ClassAlternation(const FeatureVectors& vectors, std::span<const std::size_t> ends, double gamma,
                   std::size_t dimensions, const Context& context)
      : gamma_(gamma), alpha_(vectors.size(), 1 / std::sqrt(static_cast<double>(vectors.size()))) {
    const Input all = vectors.view();
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      const Input part(all.data_handle() + begin, all.extent(0), end - begin, all.stride(0), 1);
      const double spread = squares_of(part);
      // A class whose values are all at the mean has no part in any block.
      if (spread > 0) classes_.push_back({part, spread});
      begin = end;
    }
    // A block and its mirror image have the same values, but not the same Q: an order that does not
    // depend on the names of the classes.
    std::stable_sort(classes_.begin(), classes_.end(),
                     [](const Class& a, const Class& b) { return a.spread < b.spread; });
    for (const Class& h : classes_) {
      const Directions leading = leading_directions(h.vectors, dimensions, context).directions;
      dimensions_ = std::max(dimensions_, leading.count);
      for (const Class* g = classes_.data(); g <= &h; ++g)
        blocks_.push_back({g->vectors, h.vectors, g == &h, leading});
    }
  }

  std::size_t dimensions() const { return dimensions_; }
  const std::vector<double>& alpha() const { return alpha_; }
  double within() const { return within_; }
  double between() const { return between_; }

  double value(const Context& context) {
    within_ = between_ = 0;
    std::vector<double> z;
    for (const Block& block : blocks_)
      add_value(block, squares(project(block, z, context).numbers));
    return within_ - gamma_ * between_;
  }

  /// Returns the norm of the change of alpha.
  double step(const Context& context) {
    within_ = between_ = 0;
    std::vector<double> next(alpha_.size());
    for (Block& block : blocks_) {
      context.check_cancelled();
      add_step(block, next, context);
    }
    for (std::size_t i = 0; i < next.size(); ++i)
      next[i] += gamma_ * between_ * alpha_[i];
    return replace_alpha(alpha_, std::move(next));
  }

 private:
  struct Class {
    Input vectors;
    double spread;
  };
  struct Block {
    Input g;
    Input h;
    bool is_within;
    Directions q;
  };

  static double squares_of(const Input& part) {
    double sum = 0;
    for (std::size_t i = 0; i < part.extent(0); ++i) {
      for (std::size_t row = 0; row < part.extent(1); ++row)
        sum += part(i, row) * part(i, row);
    }
    return sum;
  }
  void add_value(const Block& block, double value) {
    (block.is_within ? within_ : between_) += value;
  }

  /// Returns A_gh Q, and Z.
  Directions project(const Block& block, std::vector<double>& z, const Context& context) const {
    const std::size_t count = block.q.count;
    z.resize(alpha_.size() * count);
    return sweep(
        block.h, block.g, block.q,
        [&](std::size_t begin, const Input& products, const Output& factors) {
          for (std::size_t i = 0; i < products.extent(0); ++i) {
            for (std::size_t c = 0; c < count; ++c) {
              z[(begin + i) * count + c] = products(i, c);
              factors(c, i) = alpha_[begin + i] * products(i, c);
            }
          }
        },
        context);
  }
  /// Adds the block to G alpha and to the values, and takes a step of its Q.
  void add_step(Block& block, std::vector<double>& next, const Context& context) {
    std::vector<double> z;
    const Directions projected = project(block, z, context);
    add_value(block, squares(projected.numbers));
    const std::size_t count = block.q.count;
    const double sign = block.is_within ? 1 : -gamma_;
    block.q = sweep(
        block.g, block.h, projected,
        [&](std::size_t begin, const Input& products, const Output& factors) {
          for (std::size_t i = 0; i < products.extent(0); ++i) {
            double sum = 0;
            for (std::size_t c = 0; c < count; ++c) {
              sum += products(i, c) * z[(begin + i) * count + c];
              factors(c, i) = alpha_[begin + i] * products(i, c);
            }
            next[begin + i] += sign * sum;
          }
        },
        context);
    orthonormalize(block.q);
  }

  double gamma_;
  std::vector<Class> classes_;
  std::vector<Block> blocks_;
  std::vector<double> alpha_;
  std::size_t dimensions_ = 0;
  double within_ = 0;
  double between_ = 0;
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

/// Steps until alpha converges.
template <class Steps>
Selection alternate(Steps alternation, const FeatureVectors& vectors, const Task& task,
                    std::size_t features, const Context& context) {
  const auto wanted = static_cast<std::size_t>(task.params.integer("dimensions"));
  const auto max_iterations = static_cast<std::size_t>(task.params.integer("iterations"));
  const double tolerance = task.params.real("tolerance");
  double change = 1;
  std::size_t iterations = 0;
  while (iterations < max_iterations && change >= tolerance) {
    context.check_cancelled();
    change = alternation.step(context);
    context.report({.phase = "iterate", .done = ++iterations, .total = 0});
  }
  const double value = alternation.value(context);
  Selection selection = rank(scores_of(vectors, alternation.alpha(), features), task);
  selection.diagnostics = {
      {"objective", value}, {"iterations", static_cast<double>(iterations)}, {"change", change}};
  if constexpr (std::is_same_v<Steps, ClassAlternation>) {
    selection.diagnostics.push_back({"within", alternation.within()});
    selection.diagnostics.push_back({"between", alternation.between()});
  }
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

Selection run_supervised(const Table& table, const Task& task, const Context& context) {
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return table.target().code(a) < table.target().code(b);
  });
  std::vector<std::size_t> ends;
  for (std::size_t place = 1; place <= rows.size(); ++place) {
    if (place == rows.size() ||
        table.target().code(rows[place]) != table.target().code(rows[place - 1]))
      ends.push_back(place);
  }
  const FeatureVectors vectors(table.take(rows), Length::unit, context);
  const auto dimensions = static_cast<std::size_t>(task.params.integer("dimensions"));
  return alternate(ClassAlternation(vectors, ends, task.params.real("gamma"), dimensions, context),
                   vectors, task, table.features(), context);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "q-alpha");
  if (task.params.flag("supervised")) return run_supervised(table, task, context);
  const FeatureVectors vectors(table, Length::unit, context);
  const auto dimensions = static_cast<std::size_t>(task.params.integer("dimensions"));
  return alternate(Alternation(vectors, dimensions, context), vectors, task, source.features(),
                   context);
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
          "A = sum[i] alpha_i m_i m_i'; supervised: sum[g] trace(Q'A_gg'A_gg Q) - gamma sum[g<h] "
          "trace(Q'A_gh'A_gh Q), a Q for each block A_gh of classes",
      .summary =
          "Ranks numeric features by their weight in the directions along which the rows vary "
          "most, which favours features that reveal clusters. Does not use the target, except in the "
          "supervised form. The weights are a local maximum.",
      .unit = "weight",
      .cost = "O(n d)",
      .parameters = {Parameter::integer("dimensions", 5, 1, 100,
                                        "number of columns of Q, the directions that the features "
                                        "share"),
                     Parameter::real("tolerance", 1e-12, 1e-13, 0.01,
                                     "stop when alpha, a unit vector, changes by less than this; "
                                     "1e-6 is enough for a ranking"),
                     Parameter::integer("iterations", 2000, 1, 50000,
                                        "maximum number of iterations"),
                     Parameter::flag("supervised", false,
                                     "maximise the coherence of the rows within each class, less "
                                     "that between classes"),
                     Parameter::real("gamma", 0.5, 0, 1,
                                     "weight of the coherence between classes; used only if "
                                     "supervised")},
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
      .traits_with =
          [](Traits traits, const Params& params) {
            traits.input.needs_target = params.flag("supervised");
            traits.guarantees.uses_target = params.flag("supervised");
            return traits;
          },
  };
}

}  // namespace pith::methods
