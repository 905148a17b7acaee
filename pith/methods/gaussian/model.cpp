// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {

GaussianModel::GaussianModel(const PanelMoments& moments, const GaussianOptions& options)
    : options_(options),
      features_(moments.features),
      distinct_rows_(moments.distinct_rows),
      weights_(moments.weights),
      priors_(moments.classes()),
      offsets_(moments.means),
      within_(moments.deviations),
      total_(moments.features),
      log_unit_(moments.features),
      is_constant_(moments.is_constant) {
  const double all = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  for (std::size_t c = 0; c < classes(); ++c)
    priors_[c] =
        options.has_equal_priors ? 1.0 / static_cast<double>(classes()) : weights_[c] / all;
  for (std::size_t j = 0; j < features_; ++j) {
    double mean = 0;
    double pooled = 0;
    for (std::size_t c = 0; c < classes(); ++c) {
      mean += priors_[c] * offsets_[c * features_ + j];
      within_[c * features_ + j] /= weights_[c];
      pooled += priors_[c] * within_[c * features_ + j];
    }
    total_[j] = pooled;
    for (std::size_t c = 0; c < classes(); ++c) {
      double& offset = offsets_[c * features_ + j];
      double& variance = within_[c * features_ + j];
      offset -= mean;
      total_[j] += priors_[c] * offset * offset;
      variance = (1 - options.shrinkage) * variance + options.shrinkage * pooled;
    }
    log_unit_[j] = options.is_standardized ? -0.5 * portable::log(total_[j])
                                           : moments.exponents[j] * std::numbers::ln2;
  }
}

std::size_t GaussianModel::total_rank() const {
  if (options_.ridge > 0) return std::numeric_limits<std::size_t>::max();
  return std::accumulate(distinct_rows_.begin(), distinct_rows_.end(), std::size_t{0}) - 1;
}

std::size_t GaussianModel::class_rank(std::size_t c) const {
  if (options_.ridge > 0) return total_rank();
  // The pooled covariance spans the deviations of all rows from their class means.
  return options_.shrinkage > 0 ? total_rank() + 1 - classes() : distinct_rows_[c] - 1;
}

std::size_t GaussianModel::rest_rank(std::size_t c) const {
  if (options_.ridge > 0) return total_rank();
  const std::size_t own = total_rank() - distinct_rows_[c];  // the rows of the rest, minus one
  return options_.shrinkage > 0 ? class_rank(c) + classes() - 2 : own;
}

void GaussianModel::covariances(Feature pivot, const ScatterColumns& scatter, std::size_t place,
                                std::size_t begin, std::size_t end, double* rows,
                                std::size_t stride) const {
  const double share = options_.shrinkage;
  const std::size_t count = end - begin;
  double* const total = rows;
  std::fill_n(total, count, 0.0);
  for (std::size_t c = 0; c < classes(); ++c) {
    const double* const sums = scatter.at(place, c) + begin;
    const double factor = priors_[c] / weights_[c];
    for (std::size_t j = 0; j < count; ++j)
      total[j] += factor * sums[j];
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    const double* const sums = scatter.at(place, c) + begin;
    const double factor = (1 - share) / weights_[c];
    double* const row = rows + (1 + c) * stride;
    for (std::size_t j = 0; j < count; ++j)
      row[j] = factor * sums[j] + share * total[j];
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    const double* const offset = &offsets_[c * features_];
    const double factor = priors_[c] * offset[pivot];
    for (std::size_t j = 0; j < count; ++j)
      total[j] += factor * offset[begin + j];
  }
}

GaussianModel GaussianModel::restricted(std::span<const Feature> features) const {
  GaussianModel part;
  part.options_ = options_;
  part.features_ = features.size();
  part.distinct_rows_ = distinct_rows_;
  part.weights_ = weights_;
  part.priors_ = priors_;
  const auto pick = [&](const auto& from, std::size_t start, auto& to) {
    for (const Feature feature : features)
      to.push_back(from[start + feature]);
  };
  for (std::size_t c = 0; c < classes(); ++c) {
    pick(offsets_, c * features_, part.offsets_);
    pick(within_, c * features_, part.within_);
  }
  pick(total_, 0, part.total_);
  pick(log_unit_, 0, part.log_unit_);
  pick(is_constant_, 0, part.is_constant_);
  return part;
}

}  // namespace families
}  // namespace pith
