// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/ledoit_wolf.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pith {
inline namespace families {
namespace {

constexpr std::size_t max_features = 256;

/// Features that vary within classes, at equal distances.
std::vector<Feature> some_features(const PanelMoments& moments) {
  std::vector<Feature> varying;
  for (Feature j = 0; j < moments.features; ++j) {
    double deviations = 0;
    for (std::size_t c = 0; c < moments.classes(); ++c)
      deviations += moments.deviation(c, j);
    if (deviations > 0) varying.push_back(j);
  }
  const std::size_t count = std::min(max_features, varying.size());
  std::vector<Feature> some;
  for (std::size_t i = 0; i < count; ++i)
    some.push_back(varying[i * varying.size() / count]);
  return some;
}

/// The standard deviations within classes, in the units of the scatter.
std::vector<double> scales_of(const PanelMoments& moments, const std::vector<Feature>& features) {
  std::vector<double> scales;
  for (const Feature j : features) {
    double sum = 0;
    double weight = 0;
    for (std::size_t c = 0; c < moments.classes(); ++c) {
      sum += moments.deviation(c, j);
      weight += moments.weights[c];
    }
    scales.push_back(std::sqrt(sum / weight));
  }
  return scales;
}

/// The sum over all rows of w sum[i != j] x_i^2 x_j^2 = w (|x|^4 - sum[j] x_j^4).
double mixed_powers(const Table& table, const PanelMoments& moments,
                    const std::vector<Feature>& features, const std::vector<double>& scales) {
  std::vector<double> squares(table.rows());
  std::vector<double> fourth(table.rows());
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature j = features[i];
    const double unit = std::ldexp(1.0, -moments.exponents[j]);
    const Numbers numbers = table.feature(j).numbers();
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double x =
          ((numbers[row] - moments.origins[j]) * unit - moments.mean(0, j)) / scales[i];
      squares[row] += x * x;
      fourth[row] += (x * x) * (x * x);
    }
  }
  double sum = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double weight = table.has_weights() ? table.weights()[row] : 1;
    sum += weight * (squares[row] * squares[row] - fourth[row]);
  }
  return sum;
}

/// For each class, the sum over its rows of w |x|^4.
std::vector<double> fourth_powers(const Table& table, const PanelMoments& moments,
                                  const std::vector<Feature>& features,
                                  const std::vector<double>& scales) {
  std::vector<double> squares(table.rows());
  std::vector<std::uint32_t> classes(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes[row] = table.target().code(row);
  std::vector<double> means(moments.classes());
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature j = features[i];
    const double unit = std::ldexp(1.0, -moments.exponents[j]);
    for (std::size_t c = 0; c < means.size(); ++c)
      means[c] = moments.mean(c, j);
    const Numbers numbers = table.feature(j).numbers();
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double x = (numbers[row] - moments.origins[j]) * unit - means[classes[row]];
      squares[row] += (x / scales[i]) * (x / scales[i]);
    }
  }
  std::vector<double> sums(moments.classes());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double weight = table.has_weights() ? table.weights()[row] : 1;
    sums[classes[row]] += weight * squares[row] * squares[row];
  }
  return sums;
}

}  // namespace

double ledoit_wolf_share(const Table& table, const Scatter& scatter, bool has_equal_priors,
                         const Context& context) {
  const PanelMoments& moments = scatter.moments();
  const std::vector<Feature> features = some_features(moments);
  if (features.empty()) return 1;
  const std::vector<double> scales = scales_of(moments, features);
  const std::vector<double> fourth = fourth_powers(table, moments, features, scales);
  const ScatterColumns sums = scatter.among(features, context);
  const std::size_t classes = moments.classes();
  double all = 0;
  for (const double weight : moments.weights)
    all += weight;
  std::vector<double> priors;
  for (const double weight : moments.weights)
    priors.push_back(has_equal_priors ? 1.0 / static_cast<double>(classes) : weight / all);
  std::vector<double> sizes(classes);      // |S_c|^2
  std::vector<double> distances(classes);  // |S_c - W|^2
  std::vector<double> own(classes);
  for (std::size_t i = 0; i < features.size(); ++i) {
    for (std::size_t j = 0; j < features.size(); ++j) {
      double pooled = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        own[c] = sums.at(i, c)[j] / (moments.weights[c] * scales[i] * scales[j]);
        pooled += priors[c] * own[c];
      }
      for (std::size_t c = 0; c < classes; ++c) {
        sizes[c] += own[c] * own[c];
        distances[c] += (own[c] - pooled) * (own[c] - pooled);
      }
    }
  }
  double noise = 0;
  double spread = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    const double weight = moments.weights[c];
    const double variance = std::max(0.0, fourth[c] / weight - sizes[c]) / weight;
    noise += priors[c] * (1 - priors[c]) * variance;
    spread += priors[c] * distances[c];
  }
  return noise < spread ? noise / spread : 1;
}

double diagonal_share(const Table& table, const Scatter& scatter, const Context& context) {
  const PanelMoments& moments = scatter.moments();
  const std::vector<Feature> features = some_features(moments);
  if (features.size() < 2) return 0;
  const std::vector<double> scales = scales_of(moments, features);
  const ScatterColumns sums = scatter.among(features, context);
  const double weight = moments.weights.front();
  double squares = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    for (std::size_t j = 0; j < features.size(); ++j) {
      if (i == j) continue;
      const double correlation = sums.at(i, 0)[j] / (weight * scales[i] * scales[j]);
      squares += correlation * correlation;
    }
  }
  const double noise =
      std::max(0.0, mixed_powers(table, moments, features, scales) / weight - squares) / weight;
  return noise < squares ? noise / squares : 1;
}

}  // namespace families
}  // namespace pith
