// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/number_metrics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pith/base/assert.h"
#include "pith/stats/ranks.h"

namespace pith {
namespace {

constexpr double undefined = Metrics::undefined;

double mean_of(std::span<const double> values) {
  double mean = 0;
  const auto count = static_cast<double>(values.size());
  for (const double value : values)
    mean += value / count;
  return mean;
}

double squared_error(std::span<const double> truth, std::span<const double> predicted) {
  PITH_ASSERT(truth.size() == predicted.size());
  double sum = 0;
  for (std::size_t row = 0; row < truth.size(); ++row)
    sum += (truth[row] - predicted[row]) * (truth[row] - predicted[row]);
  return sum;
}

bool are_equal(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value == values.front(); });
}

}  // namespace

double rmse(std::span<const double> truth, std::span<const double> predicted) {
  if (truth.empty()) return undefined;
  return std::sqrt(squared_error(truth, predicted) / static_cast<double>(truth.size()));
}

double mae(std::span<const double> truth, std::span<const double> predicted) {
  PITH_ASSERT(truth.size() == predicted.size());
  if (truth.empty()) return undefined;
  double sum = 0;
  for (std::size_t row = 0; row < truth.size(); ++row)
    sum += std::abs(truth[row] - predicted[row]);
  return sum / static_cast<double>(truth.size());
}

double r2(std::span<const double> truth, std::span<const double> predicted) {
  if (truth.empty() || are_equal(truth)) return undefined;
  const double mean = mean_of(truth);
  double total = 0;
  for (const double value : truth)
    total += (value - mean) * (value - mean);
  return 1 - squared_error(truth, predicted) / total;
}

double spearman(std::span<const double> truth, std::span<const double> predicted) {
  PITH_ASSERT(truth.size() == predicted.size());
  if (truth.empty() || are_equal(truth) || are_equal(predicted)) return undefined;
  Ranker ranker;
  std::vector<double> a(truth.size());
  std::vector<double> b(truth.size());
  ranker.rank(truth, {}, a);
  ranker.rank(predicted, {}, b);
  const double centre = (static_cast<double>(truth.size()) + 1) / 2;
  double products = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t row = 0; row < a.size(); ++row) {
    products += (a[row] - centre) * (b[row] - centre);
    squares_a += (a[row] - centre) * (a[row] - centre);
    squares_b += (b[row] - centre) * (b[row] - centre);
  }
  return products / std::sqrt(squares_a * squares_b);
}

Metrics number_metrics(std::span<const double> truth, std::span<const double> predicted) {
  return {.rmse = rmse(truth, predicted),
          .mae = mae(truth, predicted),
          .r2 = r2(truth, predicted),
          .spearman = spearman(truth, predicted)};
}

}  // namespace pith
