// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/conditional_variances.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
inline namespace families {

namespace {
constexpr double floor_share = 1e-10;
}

ConditionalVariances::ConditionalVariances(std::vector<std::size_t> ranks,
                                           std::vector<double> variances,
                                           std::span<const double> scales)
    : ranks_(std::move(ranks)), variances_(std::move(variances)), log_determinants_(ranks_.size()) {
  PITH_ASSERT(variances_.size() == models() * scales.size());
  for (const double scale : scales)
    floors_.push_back(floor_share * scale);
}

void ConditionalVariances::condition(std::span<PivotColumn* const> columns, std::size_t upto,
                                     std::size_t begin, std::size_t end) const {
  const std::size_t given = columns.front()->given;
  if (given == upto) return;
  std::vector<const double*> rows(upto - given);
  std::vector<double> factors(rows.size() * columns.size());
  std::vector<double*> outs(columns.size());
  for (std::size_t model = 0; model < models(); ++model) {
    for (std::size_t step = given; step < upto; ++step) {
      rows[step - given] = row(step, model);
      for (std::size_t b = 0; b < columns.size(); ++b)
        factors[(step - given) * columns.size() + b] = row(step, model)[columns[b]->pivot()];
    }
    for (std::size_t b = 0; b < columns.size(); ++b)
      outs[b] = columns[b]->row(model);
    subtract_products(rows, factors.data(), outs, begin, end);
  }
}

PivotColumn& ConditionalVariances::take(PivotColumn column) {
  std::vector<double> inverse_roots;
  for (std::size_t model = 0; model < models(); ++model) {
    const double v = variance(model, column.pivot());
    log_determinants_[model] += portable::log(v);
    inverse_roots.push_back(is_exhausted(model, column.pivot()) ? 0 : 1 / std::sqrt(v));
  }
  steps_.push_back({std::move(column), std::move(inverse_roots)});
  return last();
}

void ConditionalVariances::update(std::size_t begin, std::size_t end) {
  for (std::size_t model = 0; model < models(); ++model) {
    const double factor = inverse_root(model);
    double* const row = last().row(model);
    double* const variances = &variances_[model * features()];
    for (std::size_t j = begin; j < end; ++j) {
      row[j] *= factor;
      variances[j] -= row[j] * row[j];
    }
  }
}

ConditionalVariances ConditionalVariances::restricted(std::span<const Feature> features,
                                                      std::size_t rows) const {
  ConditionalVariances part;
  part.ranks_ = ranks_;
  part.log_determinants_ = log_determinants_;
  for (const Feature feature : features)
    part.floors_.push_back(floors_[feature]);
  for (std::size_t model = 0; model < models(); ++model) {
    for (const Feature feature : features)
      part.variances_.push_back(variances_[model * floors_.size() + feature]);
  }
  for (const Step& step : steps_) {
    // The pivot is no longer among the features, and its index is never used.
    PivotColumn column(0, rows, features.size());
    for (std::size_t index = 0; index < rows; ++index) {
      const double* const from = step.column.row(index);
      std::transform(features.begin(), features.end(), column.row(index),
                     [&](Feature feature) { return from[feature]; });
    }
    part.steps_.push_back({std::move(column), step.inverse_roots});
  }
  return part;
}

}  // namespace families
}  // namespace pith
