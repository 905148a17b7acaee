// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/compromise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {

double entropy_constant(std::size_t size) {
  return 0.5 * static_cast<double>(size) * (1 + portable::log(2 * std::numbers::pi));
}

ConditionalVariances unconditional_variances(const GaussianModel& model) {
  const std::size_t features = model.features();
  std::vector<double> variances((1 + model.classes()) * features);
  std::vector<double> scales(features);
  std::vector<std::size_t> ranks{model.total_rank()};
  for (std::size_t c = 0; c < model.classes(); ++c)
    ranks.push_back(model.class_rank(c));
  for (Feature j = 0; j < features; ++j) {
    const double noise = model.ridge() * model.total_variance(j);
    scales[j] = model.total_variance(j) + noise;
    variances[j] = scales[j];
    for (std::size_t c = 0; c < model.classes(); ++c)
      variances[(1 + c) * features + j] = model.class_variance(c, j) + noise;
  }
  return {std::move(ranks), std::move(variances), scales};
}

GaussianCompromise::GaussianCompromise(const GaussianModel& model, Criterion criterion)
    : GaussianCompromise(model, unconditional_variances(model), criterion, 0) {
  evaluate(0, features());
}

GaussianCompromise::GaussianCompromise(GaussianModel model, ConditionalVariances variances,
                                       Criterion criterion, double log_units)
    : model_(std::move(model)),
      variances_(std::move(variances)),
      criterion_(criterion),
      log_units_(log_units),
      scores_(features()),
      fits_(features()),
      is_capped_(features()) {
  for (const double prior : model_.priors())
    log_priors_.push_back(portable::log(prior));
}

/// Computes the criteria of candidates from their variances given the selected features.
void GaussianCompromise::evaluate(std::size_t begin, std::size_t end) {
  const double constant = entropy_constant(variances_.steps() + 1) + log_units_;
  for (std::size_t j = begin; j < end; ++j) {
    const auto log_determinant = [&](std::size_t model) {
      return variances_.log_determinant(model) + portable::log(variances_.variance(model, j));
    };
    const CompromiseValues values = compromise_values(
        log_determinant(0), [&](std::size_t y) { return log_determinant(1 + y); }, model_.priors(),
        log_priors_);
    fits_[j] = values.fitted;
    is_capped_[j] = values.is_capped ? 1 : 0;
    const auto feature = static_cast<Feature>(j);
    if (!is_admissible(feature)) {
      scores_[j] = fits_[j] = -std::numeric_limits<double>::infinity();
    } else if (criterion_ == Criterion::entropy) {
      scores_[j] = values.entropy + constant + model_.log_unit(feature);
    } else {
      scores_[j] = criterion_ == Criterion::fitted ? values.fitted : values.information;
    }
  }
}

void GaussianCompromise::fill(PivotColumn& column, const ScatterColumns& scatter, std::size_t place,
                              std::size_t begin, std::size_t end) const {
  model_.covariances(column.pivot(), scatter, place, begin, end, column.row(0) + begin, features());
}

PivotColumn& GaussianCompromise::take(PivotColumn column) {
  log_units_ += model_.log_unit(column.pivot());
  return variances_.take(std::move(column));
}

void GaussianCompromise::update(std::size_t begin, std::size_t end) {
  variances_.update(begin, end);
  evaluate(begin, end);
}

GaussianCompromise GaussianCompromise::restricted(std::span<const Feature> features) const {
  GaussianCompromise part(model_.restricted(features), variances_.restricted(features, rows()),
                          criterion_, log_units_);
  part.evaluate(0, features.size());
  return part;
}

}  // namespace families
}  // namespace pith
