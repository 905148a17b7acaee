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
#include "pith/base/random.h"
#include "pith/linalg/directions.h"
#include "pith/linalg/lanczos.h"
#include "pith/select/recipes.h"
#include "pith/stats/feature_vectors.h"

namespace pith::methods {
namespace {

using Input = MatrixView<const double>;

double squares(const std::vector<double>& numbers) {
  return std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0);
}

/// As a unit vector, with the sign for which its sum is positive, or the first of its largest
/// components where that is 0 but for rounding.
std::vector<double> normalized(std::vector<double> vector) {
  const double length = std::sqrt(squares(vector));
  double sign = std::accumulate(vector.begin(), vector.end(), 0.0);
  if (std::abs(sign) <= 1e-10 * length) {
    const auto is_lower = [](double a, double b) {
      return std::abs(a) < std::abs(b) * (1 - 1e-10);
    };
    sign = *std::max_element(vector.begin(), vector.end(), is_lower);
  }
  for (double& number : vector)
    number *= (sign < 0 ? -1 : 1) / length;
  return vector;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// Row i times factors_i.
std::vector<double> scaled(std::vector<double> rows, std::span<const double> factors) {
  const std::size_t count = rows.size() / factors.size();
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] *= factors[i / count];
  return rows;
}

/// Adds factor times the inner product of row i of a and of b to out_i.
void add_row_products(const std::vector<double>& a, const std::vector<double>& b, double factor,
                      std::vector<double>& out) {
  const std::size_t count = a.size() / out.size();
  for (std::size_t i = 0; i < out.size(); ++i) {
    double sum = 0;
    for (std::size_t c = i * count; c < (i + 1) * count; ++c)
      sum += a[c] * b[c];
    out[i] += factor * sum;
  }
}

/// With A = sum[i] alpha_i m_i m_i' and orthonormal Q, the value |A Q|^2 is alpha' G alpha for
/// G_ij = (m_i'm_j)(m_i'QQ'm_j). Neither matrix is formed, because with Z = M Q
///   A Q = M'(alpha .* Z),   (G alpha)_i = sum[c] (M A Q)_ic Z_ic,
/// so that a product takes two passes over M.
class Coherence {
 public:
  Coherence(const FeatureVectors& vectors, std::size_t dimensions, const Context& context)
      : vectors_(vectors.view()),
        q_(leading_directions(vectors_, dimensions, context).directions),
        z_(products(vectors_, q_, context)) {}

  std::size_t dimensions() const { return q_.count; }

  /// |A Q|^2: the sum of squares of the k largest eigenvalues of A once Q has converged.
  double value(const std::vector<double>& alpha, const Context& context) {
    return squares(sums(vectors_, scaled(z_, alpha), context).numbers);
  }

  /// G alpha.
  std::vector<double> multiply(std::span<const double> alpha, const Context& context) const {
    const Directions projected = sums(vectors_, scaled(z_, alpha), context);
    std::vector<double> out(alpha.size());
    add_row_products(products(vectors_, projected, context), z_, 1, out);
    return out;
  }

  /// One orthogonal iteration of Q.
  void turn(const std::vector<double>& alpha, const Context& context) {
    q_ = sums(vectors_, scaled(std::move(z_), alpha), context);
    orthonormalize(q_);
    z_ = products(vectors_, q_, context);
  }

 private:
  Input vectors_;
  Directions q_;
  std::vector<double> z_;  // vectors x dimensions
};

/// The supervised form. The rows of class g of all features are M_g, and A_gh = M_g' diag(alpha)
/// M_h is the block of A for two classes: the value is
///   sum[g] |A_gg Q_gg|^2 - gamma sum[g<h] |A_gh Q_gh|^2
/// with the leading right singular vectors of each block as its Q, and
///   (G alpha)_i = sum[g] z_i'w_i of A_gg - gamma sum[g<h] z_i'w_i of A_gh,
/// z_i of Z = M_h Q and w_i of W = M_g A_gh Q. G is not semidefinite.
class ClassCoherence {
 public:
  /// `ends` are those of the classes in the rows of the vectors.
  ClassCoherence(const FeatureVectors& vectors, std::span<const std::size_t> ends, double gamma,
                 std::size_t dimensions, const Context& context)
      : gamma_(gamma) {
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
  double within() const { return within_; }
  double between() const { return between_; }

  double value(const std::vector<double>& alpha, const Context& context) {
    within_ = between_ = 0;
    for (const Block& block : blocks_) {
      const std::vector<double> z = products(block.h, block.q, context);
      (block.is_within ? within_ : between_) +=
          squares(sums(block.g, scaled(z, alpha), context).numbers);
    }
    return within_ - gamma_ * between_;
  }

  /// G alpha. Z is computed anew, because all of them would take more memory than the table.
  std::vector<double> multiply(std::span<const double> alpha, const Context& context) const {
    std::vector<double> out(alpha.size());
    for (const Block& block : blocks_) {
      context.check_cancelled();
      const std::vector<double> z = products(block.h, block.q, context);
      const Directions projected = sums(block.g, scaled(z, alpha), context);
      add_row_products(products(block.g, projected, context), z, block.is_within ? 1 : -gamma_,
                       out);
    }
    return out;
  }

  /// One orthogonal iteration of each Q by A'A.
  void turn(const std::vector<double>& alpha, const Context& context) {
    for (Block& block : blocks_) {
      context.check_cancelled();
      const std::vector<double> z = products(block.h, block.q, context);
      const Directions projected = sums(block.g, scaled(z, alpha), context);
      block.q = sums(block.h, scaled(products(block.g, projected, context), alpha), context);
      orthonormalize(block.q);
    }
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

  double gamma_;
  std::vector<Class> classes_;
  std::vector<Block> blocks_;
  std::size_t dimensions_ = 0;
  double within_ = 0;
  double between_ = 0;
};

/// Where to look for the leading eigenvector of G.
enum class Start {
  known,     ///< from the last alpha, which is close
  anywhere,  ///< from a fixed vector as well, in case alpha has no component of it
};

/// The leading eigenvector of G for the present Q. Of several with one eigenvalue, the part of
/// alpha in their space.
template <class Form>
std::vector<double> leading_vector(const Form& form, const std::vector<double>& alpha,
                                   double tolerance, Start start, const Context& context) {
  const Product product = [&](std::span<const double> vector) {
    context.check_cancelled();
    return form.multiply(vector, context);
  };
  EigenPair found = leading_pair(product, alpha, tolerance);
  if (start == Start::known) return normalized(std::move(found.vector));
  std::vector<double> other(alpha.size());
  const Random random(0, 0);
  for (std::size_t i = 0; i < other.size(); ++i)
    other[i] = random.uniform(i) - 0.5;
  EigenPair again = leading_pair(product, std::move(other), tolerance);
  const bool is_larger = again.value - found.value > 1e-9 * std::abs(again.value);
  return normalized(std::move(is_larger ? again.vector : found.vector));
}

struct Ascent {
  std::vector<double> alpha;
  double change = 1;  ///< of alpha in the last step
  std::size_t iterations = 0;
  bool is_converged = false;
};

/// Alternates the leading eigenvector of G and one orthogonal iteration of Q until alpha stays.
/// Neither can decrease the value where G is semidefinite.
template <class Form>
Ascent ascend(Form& form, std::size_t features, const Params& params, const Context& context) {
  const auto max_iterations = static_cast<std::size_t>(params.integer("iterations"));
  const double tolerance = params.real("tolerance");
  Ascent ascent{std::vector<double>(features, 1 / std::sqrt(static_cast<double>(features)))};
  Start start = Start::anywhere;
  while (!ascent.is_converged && ascent.iterations < max_iterations) {
    // No more exact than alpha is: that would not change what follows.
    const double inner = std::clamp(0.3 * ascent.change, 1e-14, 1e-6);
    std::vector<double> next = leading_vector(form, ascent.alpha, inner, start, context);
    ascent.change = distance(next, ascent.alpha);
    ascent.alpha = std::move(next);
    form.turn(ascent.alpha, context);
    context.report({.phase = "iterate", .done = ++ascent.iterations, .total = 0});
    // A fixed point counts once no other vector leads.
    ascent.is_converged = ascent.change < tolerance && start == Start::anywhere;
    start = ascent.change < tolerance ? Start::anywhere : Start::known;
  }
  return ascent;
}

/// Constants score 0, or the lowest alpha if that is negative.
std::vector<double> scores_of(const FeatureVectors& vectors, const std::vector<double>& alpha,
                              std::size_t features) {
  const double worst = std::min(0.0, *std::min_element(alpha.begin(), alpha.end()));
  std::vector<double> scores(features, worst);
  for (std::size_t i = 0; i < alpha.size(); ++i)
    scores[vectors.features()[i]] = alpha[i];
  return scores;
}

template <class Form>
Selection select_by(Form form, const FeatureVectors& vectors, const Task& task,
                    std::size_t features, const Context& context) {
  const auto wanted = static_cast<std::size_t>(task.params.integer("dimensions"));
  const Ascent ascent = ascend(form, vectors.size(), task.params, context);
  const double value = form.value(ascent.alpha, context);
  Selection selection = rank(scores_of(vectors, ascent.alpha, features), task);
  selection.diagnostics = {{"objective", value},
                           {"iterations", static_cast<double>(ascent.iterations)},
                           {"change", ascent.change},
                           {"converged", ascent.is_converged ? 1.0 : 0.0}};
  if constexpr (std::is_same_v<Form, ClassCoherence>) {
    selection.diagnostics.push_back({"within", form.within()});
    selection.diagnostics.push_back({"between", form.between()});
  }
  if (form.dimensions() < wanted) {
    selection.notes.push_back(
        fmt::format("used {} instead of {} ({}), because the features span no more",
                    counted(form.dimensions(), "dimension"), wanted, option("dimensions")));
  }
  if (!ascent.is_converged) {
    const double tolerance = task.params.real("tolerance");
    selection.notes.push_back(
        fmt::format("alpha did not converge in {} (last change: {:.2g}); increase {} or the "
                    "tolerance ({})",
                    counted(ascent.iterations, "iteration"), ascent.change, option("iterations"),
                    option("tolerance", number_text(tolerance))));
  }
  return selection;
}

/// Directions over all rows while they are found (some eight sets of them, and sums of blocks of
/// features), and the products with the features.
Reservation reserve_directions(const Table& table, const Params& params, const Context& context) {
  const auto dimensions = static_cast<std::uint64_t>(params.integer("dimensions"));
  const std::uint64_t rows = table.rows();
  const std::uint64_t features = table.features();
  const std::uint64_t count = std::min({2 * dimensions + 8, rows, features});
  const std::uint64_t blocks = features / std::max<std::uint64_t>(64, 8 * count) + 1;
  return context.reserve(
      sizeof(double) * (count * (rows * (7 + blocks) + 2 * features) + 8 * features),
      "the leading directions of the rows", "select on fewer rows");
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
  const Reservation taken = context.reserve(
      table.features() * (std::uint64_t{sizeof(double)} * table.rows() + 320), "the sorted rows");
  const Table sorted = table.take(rows);
  const FeatureVectors vectors(sorted, Length::unit, context);
  const Reservation held = reserve_directions(table, task.params, context);
  const auto dimensions = static_cast<std::size_t>(task.params.integer("dimensions"));
  return select_by(ClassCoherence(vectors, ends, task.params.real("gamma"), dimensions, context),
                   vectors, task, table.features(), context);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "q-alpha");
  if (task.params.flag("supervised")) return run_supervised(table, task, context);
  const FeatureVectors vectors(table, Length::unit, context);
  const Reservation held = reserve_directions(table, task.params, context);
  const auto dimensions = static_cast<std::size_t>(task.params.integer("dimensions"));
  return select_by(Coherence(vectors, dimensions, context), vectors, task, source.features(),
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
      .cost = "O(n d) per step",
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
