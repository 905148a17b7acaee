// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/elementary.h"
#include "pith/base/parallel.h"
#include "pith/base/work.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/linalg/max_matrix.h"
#include "pith/methods/graph/class_histogram.h"
#include "pith/search/scores.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// Scales numbers to the range 0 to 1; all become 0 if they are equal.
void scale_to_unit_range(std::vector<double>& numbers) {
  const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
  const double origin = *lowest;
  const double range = *highest - origin;
  for (double& number : numbers)
    number = range > 0 ? (number - origin) / range : 0;
}

/// (m_a - m_b)^2 / (v_a + v_b), averaged over pairs of classes; 10000 where both variances are 0,
/// as published for two classes.
double separation(const ClassMoments& moments) {
  constexpr double without_spread = 10'000;
  double sum = 0;
  double pairs = 0;
  const auto variance = [&](std::size_t c) {
    return moments.count(c) > 1 ? moments.deviation(c) / (moments.count(c) - 1) : 0;
  };
  for (std::size_t a = 0; a < moments.classes(); ++a) {
    for (std::size_t b = 0; b < a; ++b, ++pairs) {
      const double distance = moments.mean(a) - moments.mean(b);
      const double spread = variance(a) + variance(b);
      sum += spread > 0 ? distance * distance / spread : without_spread;
    }
  }
  return sum / pairs;
}

/// G_ij = 1/2 [(a1 + a2) information_j + (a1 + a3) separation_i + (a2 + a3) max(s_i, s_j)]: two
/// terms of rank one and a matrix of maxima, so that a product costs O(d).
class Edges {
 public:
  Edges(const Source& source, const std::vector<Feature>& features, const Params& params,
        const Context& context)
      : a1_(params.real("alpha1")), a2_(params.real("alpha2")), a3_(params.real("alpha3")) {
    const std::vector<double> separations = moment_scores(source, separation, context);
    const std::vector<Spread> spreads = source.spreads(context);
    const Table& table = *source.table();
    information_.resize(features.size());
    for (const Feature feature : features) {
      separation_.push_back(separations[feature]);
      dispersion_.push_back(spreads[feature].deviation);
    }
    constexpr std::size_t block = 16;
    Work work(context, "select", features.size());
    parallel_blocks(context, features.size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        information_[i] =
            histogram_information(table.feature(features[i]).numbers(), table.target());
        work.add(1);
      }
    });
    scale_to_unit_range(information_);
    scale_to_unit_range(separation_);
    scale_to_unit_range(dispersion_);
  }

  std::size_t size() const { return information_.size(); }

  std::vector<double> multiply(std::span<const double> x) const {
    std::vector<double> product(size());
    MaxMatrix(dispersion_).multiply(x, product);
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    const double informed = std::inner_product(x.begin(), x.end(), information_.begin(), 0.0);
    for (std::size_t i = 0; i < size(); ++i) {
      product[i] = 0.5 * ((a1_ + a2_) * informed + (a1_ + a3_) * separation_[i] * sum +
                          (a2_ + a3_) * product[i]);
    }
    return product;
  }

 private:
  double a1_;
  double a2_;
  double a3_;
  std::vector<double> information_;
  std::vector<double> separation_;
  std::vector<double> dispersion_;
};

double largest(const std::vector<double>& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}

/// The largest eigenvalue as the limit of |G^k|^(1/k), where each squaring doubles k. It converges
/// even for a defective eigenvalue, where the power method converges like 1/k only. O(d^3).
double radius_by_squares(const Edges& edges) {
  const std::size_t size = edges.size();
  std::vector<double> matrix(size * size);
  std::vector<double> unit(size);
  for (std::size_t j = 0; j < size; ++j) {
    unit[j] = 1;
    const std::vector<double> column = edges.multiply(unit);
    for (std::size_t i = 0; i < size; ++i)
      matrix[i * size + j] = column[i];
    unit[j] = 0;
  }
  double logarithm = 0;
  double share = 1;
  constexpr int doublings = 60;
  for (int step = 0; step < doublings; ++step, share /= 2) {
    const double scale = largest(matrix);
    if (!(scale > 0)) return 0;
    logarithm += share * portable::log(scale);
    for (double& number : matrix)
      number /= scale;
    const auto view = MatrixView<const double>::row_major(matrix.data(), size, size);
    std::vector<double> square(matrix.size());
    multiply(view, view, MatrixView<double>::row_major(square.data(), size, size));
    matrix = std::move(square);
  }
  return portable::exp(logarithm);
}

/// The largest eigenvalue by the power method. The others are usually far smaller, because two
/// terms have rank one; if it does not converge, a small matrix is squared instead.
double radius_of(const Edges& edges) {
  std::vector<double> x(edges.size(), 1.0);
  double radius = 0;
  constexpr int max_steps = 2000;
  constexpr std::size_t max_size_to_square = 512;
  for (int step = 0; step < max_steps; ++step) {
    std::vector<double> next = edges.multiply(x);
    const double size = largest(next);
    if (!(size > 0)) return 0;
    for (double& number : next)
      number /= size;
    x = std::move(next);
    const bool is_settled = std::abs(size - radius) <= 1e-15 * size;
    radius = size;
    if (is_settled) return radius;
  }
  return edges.size() <= max_size_to_square ? radius_by_squares(edges) : radius;
}

/// sum[l >= 1] (step G)^l e, term by term.
std::vector<double> sum_of_paths(const Edges& edges, double step) {
  std::vector<double> sum(edges.size());
  std::vector<double> term(edges.size(), 1.0);
  constexpr int max_length = 100'000;
  for (int length = 1; length < max_length; ++length) {
    term = edges.multiply(term);
    double change = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      term[i] *= step;
      sum[i] += term[i];
      if (term[i] > 0) change = std::max(change, term[i] / sum[i]);
    }
    if (change < 1e-17) break;
  }
  return sum;
}

/// As published: G is divided by its largest row sum and a little more, and then the step once
/// more by the row sum. Where features are so few that the series would not converge, the step is
/// nine tenths of the longest that does.
double published_step(const Edges& edges) {
  const double row_sum = largest(edges.multiply(std::vector<double>(edges.size(), 1.0)));
  if (!(row_sum > 0)) return 0;
  const double extra = std::min(0.5, 5e-6 * static_cast<double>(edges.size()));
  const double step = (1 - extra) / (row_sum + extra) / row_sum;
  constexpr double sure = 0.9;  // the radius is no larger than the row sum
  if (step * row_sum < sure) return step;
  const double radius = radius_of(edges);
  constexpr double longest = 0.999;
  return step * radius <= longest ? step : sure / radius;
}

/// Orders features by energy relative to the largest, because published energies differ only in the
/// last digits.
std::vector<std::size_t> order_by(std::span<const double> energies,
                                  std::span<const char> comes_last) {
  const double unit = *std::max_element(energies.begin(), energies.end());
  std::vector<double> shares(energies.begin(), energies.end());
  for (double& share : shares)
    share = unit > 0 ? share / unit : 0;
  return order_with_last(shares, comes_last);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  std::vector<Feature> features;
  std::vector<char> comes_last;
  for (const Spread& spread : source.spreads(context)) {
    if (!spread.is_constant()) features.push_back(static_cast<Feature>(comes_last.size()));
    comes_last.push_back(spread.is_constant() ? 1 : 0);
  }
  const Edges edges(source, features, task.params, context);
  const bool is_published = task.params.choice("normalization") == "published";
  const double radius = is_published ? 0 : radius_of(edges);
  const double step = is_published ? published_step(edges)
                      : radius > 0 ? task.params.real("damping") / radius
                                   : 0;
  const std::vector<double> found = sum_of_paths(edges, step);
  std::vector<double> energies(source.features());
  std::vector<double> scores(source.features());
  for (std::size_t i = 0; i < features.size(); ++i) {
    energies[features[i]] = found[i];
    scores[features[i]] = found[i] + (is_published ? 1 : 0);
  }
  Selection selection = take_in_order(order_by(energies, comes_last), scores, task);
  selection.diagnostics = {{"step", step}};
  if (!is_published) selection.diagnostics.push_back({"radius", radius});
  return selection;
}

std::vector<Parameter> parameters() {
  constexpr double third = 1.0 / 3;
  return {Parameter::real("alpha1", third, 0, 1, "weight of information combined with separation"),
          Parameter::real("alpha2", third, 0, 1, "weight of information combined with dispersion"),
          Parameter::real("alpha3", third, 0, 1, "weight of separation combined with dispersion"),
          Parameter::choice("normalization", {"published", "once"},
                            "published: divide twice, as the authors' program does, so "
                            "that in effect only paths of length one count; once: as "
                            "Inf-FS was defined"),
          Parameter::real("damping", 0.9, 0.001, 0.999,
                          "weight of each step of a path, relative to the largest for "
                          "which the sum converges; used only if normalization is once")};
}

}  // namespace

Method inf_fs_s() {
  return {
      .id = "inf-fs-s",
      .class_name = "InfFSS",
      .title = "Supervised infinite feature selection",
      .family = "graph, quadratic and spectral",
      .formula =
          "J(x_i) = ((I - r G)^-1 e)_i;  g_ij = ((a1 + a2) m_j + (a1 + a3) f_i + (a2 + a3) "
          "max(s_i, s_j)) / 2;  m normalized information of 10 to 20 equal bins with y, f "
          "Fisher's separation of the classes, s standard deviation, each mapped to 0..1",
      .summary =
          "Ranks features by class separation, mutual information with the class and standard "
          "deviation, combined along paths in the graph of all features. With more than two "
          "classes, the separation is averaged over pairs of classes, which extends the published "
          "method.",
      .unit = "energy",
      .cost = "O(n d)",
      .parameters = parameters(),
      .references = {{"G. Roffo and S. Melzi and U. Castellani and A. Vinciarelli and M. Cristani",
                      "Infinite feature selection: a graph-based feature filtering approach",
                      "IEEE Transactions on Pattern Analysis and Machine Intelligence", 2021,
                      "10.1109/TPAMI.2020.3002843"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .needs_variation = true,
                           .min_rows = 3},
                 .output = {.ranks_all = true, .has_relative_scores = true}},
      .run = run,
  };
}

}  // namespace pith::methods
