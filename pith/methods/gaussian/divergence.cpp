// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/divergence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "pith/base/elementary.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
inline namespace families {
namespace {

/// The number of distinct one-vs-rest problems: one if there are two classes.
std::size_t problems(const GaussianModel& model) {
  return model.classes() == 2 ? 1 : model.classes();
}

/// For every class the sum of the priors of the others; 1 - p(y) would lose precision if p(y) is
/// near 1.
std::vector<double> rest_priors(const GaussianModel& model) {
  std::vector<double> sums(model.classes());
  for (std::size_t c = 0; c < model.classes(); ++c) {
    const double own = sums[c];
    for (double& sum : sums)
      sum += model.priors()[c];
    sums[c] = own;
  }
  return sums;
}

/// Class y against the rest: from `others`, the sum over the other classes c of
/// p_c (S_c + d_c d_c'), and from the product of the offsets d_y of the two features, the entry of
/// R_y and of d d', the square of the distance of the two means.
struct Rest {
  Rest(double prior, double rest_prior)
      : inverse(1 / rest_prior), between(prior * prior * inverse) {}

  double covariance(double others, double offsets) const {
    return (others - between * offsets) * inverse;
  }
  double distance(double offsets) const { return offsets * inverse * inverse; }

  double inverse;
  double between;
};

/// p_c (S_c + d_c d_c') of every class and feature, [class * features + feature].
std::vector<double> second_moments(const GaussianModel& model) {
  std::vector<double> moments;
  moments.reserve(model.classes() * model.features());
  for (std::size_t c = 0; c < model.classes(); ++c) {
    for (Feature j = 0; j < model.features(); ++j) {
      const double offset = model.offsets(c)[j];
      moments.push_back(model.priors()[c] * (model.class_variance(c, j) + offset * offset));
    }
  }
  return moments;
}

ConditionalVariances unconditional(const GaussianModel& model) {
  const std::size_t features = model.features();
  std::vector<double> variances((1 + 2 * problems(model)) * features);
  std::vector<double> scales(features);
  std::vector<std::size_t> ranks{model.total_rank()};
  for (Feature j = 0; j < features; ++j) {
    scales[j] = model.total_variance(j) * (1 + model.ridge());
    variances[j] = scales[j];
  }
  const std::vector<double> moments = second_moments(model);
  const std::vector<double> rest_prior = rest_priors(model);
  std::vector<double> others(features);
  for (std::size_t y = 0; y < problems(model); ++y) {
    const Rest rest(model.priors()[y], rest_prior[y]);
    ranks.push_back(model.class_rank(y));
    ranks.push_back(model.rest_rank(y));
    std::fill(others.begin(), others.end(), 0.0);
    for (std::size_t c = 0; c < model.classes(); ++c) {
      for (std::size_t j = 0; j < features && c != y; ++j)
        others[j] += moments[c * features + j];
    }
    for (Feature j = 0; j < features; ++j) {
      const double noise = model.ridge() * model.total_variance(j);
      const double offset = model.offsets(y)[j];
      variances[(1 + 2 * y) * features + j] = model.class_variance(y, j) + noise;
      variances[(2 + 2 * y) * features + j] =
          std::max(0.0, rest.covariance(others[j], offset * offset)) + noise;
    }
  }
  return {std::move(ranks), std::move(variances), scales};
}

/// For every class the sum of the terms of all others, accumulated from both ends and so without
/// cancellation. `terms` and the result are rows of `count` numbers, one for each class.
std::vector<double> sums_of_others(const std::vector<double>& terms, std::size_t count) {
  const std::size_t classes = terms.size() / count;
  std::vector<double> sums(terms.size());
  std::vector<double> running(count);
  const auto pass = [&](std::size_t c) {
    for (std::size_t j = 0; j < count; ++j) {
      sums[c * count + j] += running[j];
      running[j] += terms[c * count + j];
    }
  };
  for (std::size_t c = 0; c < classes; ++c)
    pass(c);
  std::fill(running.begin(), running.end(), 0.0);
  for (std::size_t c = classes; c-- > 0;)
    pass(c);
  return sums;
}

}  // namespace

GaussianDivergence::GaussianDivergence(const GaussianModel& model, Criterion criterion)
    : GaussianDivergence(model, unconditional(model), criterion) {
  moments_.resize(pairs() * features());
  traces_.resize(pairs());
  for (std::size_t y = 0; y < problems(model_); ++y) {
    const Rest rest(weights_[2 * y + 1], weights_[2 * y]);
    for (Feature j = 0; j < features(); ++j) {
      const double offset = model_.offsets(y)[j];
      const double distance = rest.distance(offset * offset);
      // b of one problem is a of the other.
      moments_[2 * y * features() + j] = variances_.variance(2 + 2 * y, j) + distance;
      moments_[(2 * y + 1) * features() + j] = variances_.variance(1 + 2 * y, j) + distance;
    }
  }
  evaluate(0, features());
}

GaussianDivergence::GaussianDivergence(GaussianModel model, ConditionalVariances variances,
                                       Criterion criterion)
    : model_(std::move(model)),
      variances_(std::move(variances)),
      criterion_(criterion),
      scores_(features()) {
  const std::vector<double> rest = rest_priors(model_);
  for (std::size_t y = 0; y < problems(model_); ++y) {
    weights_.push_back(rest[y]);
    weights_.push_back(model_.priors()[y]);
  }
}

void GaussianDivergence::evaluate(std::size_t begin, std::size_t end) {
  const double size = static_cast<double>(variances_.steps()) + 1;
  const double log_two_pi = portable::log(2 * std::numbers::pi);
  for (std::size_t j = begin; j < end; ++j) {
    double sum = 0;
    for (std::size_t pair = 0; pair < pairs(); ++pair) {
      const double w = weights_[pair];
      const double variance = variances_.variance(1 + pair, j);
      const double trace = traces_[pair] + moments_[pair * features() + j] / variance;
      const double log_b = variances_.log_determinant(1 + pair) + portable::log(variance);
      sum += criterion_ == Criterion::information ? w * (trace - size) + (2 * w - 1) * log_b
                                                  : w * (trace + log_b + size * log_two_pi);
    }
    sum *= 0.5 / static_cast<double>(problems(model_));
    const auto feature = static_cast<Feature>(j);
    if (criterion_ == Criterion::entropy) sum += log_units_ + model_.log_unit(feature);
    // Near the rank of a class, divergences overflow; such a candidate has no value.
    const bool is_valued = is_admissible(feature) && std::isfinite(sum);
    scores_[j] = is_valued ? sum : -std::numeric_limits<double>::infinity();
  }
}

void GaussianDivergence::fill(PivotColumn& column, const ScatterColumns& scatter, std::size_t place,
                              std::size_t begin, std::size_t end) const {
  const std::size_t count = end - begin;
  std::vector<double> simple((1 + model_.classes()) * count);
  model_.covariances(column.pivot(), scatter, place, begin, end, simple.data(), count);
  std::copy_n(simple.begin(), count, column.row(0) + begin);
  std::vector<double> terms(model_.classes() * count);
  for (std::size_t c = 0; c < model_.classes(); ++c) {
    const double* const offsets = &model_.offsets(c)[begin];
    const double pivot_offset = model_.offsets(c)[column.pivot()];
    for (std::size_t j = 0; j < count; ++j) {
      terms[c * count + j] =
          model_.priors()[c] * (simple[(1 + c) * count + j] + pivot_offset * offsets[j]);
    }
  }
  const std::vector<double> others = sums_of_others(terms, count);
  for (std::size_t y = 0; y < problems(model_); ++y) {
    const Rest rest(weights_[2 * y + 1], weights_[2 * y]);
    const double* const own = &simple[(1 + y) * count];
    const double* const offsets = &model_.offsets(y)[begin];
    const double pivot_offset = model_.offsets(y)[column.pivot()];
    double* const own_b = column.row(1 + 2 * y) + begin;
    double* const rest_b = column.row(2 + 2 * y) + begin;
    double* const rest_m = column.row(1 + pairs() + 2 * y) + begin;
    double* const own_m = column.row(2 + pairs() + 2 * y) + begin;
    for (std::size_t j = 0; j < count; ++j) {
      const double product = pivot_offset * offsets[j];
      const double distance = rest.distance(product);
      own_b[j] = own[j];
      rest_b[j] = rest.covariance(others[y * count + j], product);
      // b of one problem is a of the other.
      rest_m[j] = rest_b[j] + distance;
      own_m[j] = own[j] + distance;
    }
  }
}

void GaussianDivergence::condition(std::span<PivotColumn* const> columns, std::size_t upto,
                                   std::size_t begin, std::size_t end) const {
  variances_.condition(columns, upto, begin, end);
  const std::size_t given = columns.front()->given;
  const std::size_t count = columns.size();
  if (given == upto) return;
  std::vector<const double*> rows(2 * (upto - given));
  std::vector<double> factors(rows.size() * count);
  std::vector<double*> outs(count);
  for (std::size_t pair = 0; pair < pairs(); ++pair) {
    for (std::size_t step = given; step < upto; ++step) {
      const double* const l = variances_.row(step, 1 + pair);
      const double* const h = variances_.row(step, 1 + pairs() + pair);
      const std::size_t place = 2 * (step - given);
      rows[place] = h;
      rows[place + 1] = l;
      for (std::size_t k = 0; k < count; ++k) {
        const Feature pivot = columns[k]->pivot();
        factors[place * count + k] = l[pivot];
        factors[(place + 1) * count + k] = h[pivot] - l[pivot] * shares_[step * pairs() + pair];
      }
    }
    for (std::size_t k = 0; k < count; ++k)
      outs[k] = columns[k]->row(1 + pairs() + pair);
    subtract_products(rows, factors.data(), outs, begin, end);
  }
}

PivotColumn& GaussianDivergence::take(PivotColumn column) {
  const Feature pivot = column.pivot();
  log_units_ += model_.log_unit(pivot);
  std::vector<double> taken_variances;
  for (std::size_t pair = 0; pair < pairs(); ++pair)
    taken_variances.push_back(variances_.variance(1 + pair, pivot));
  PivotColumn& taken = variances_.take(std::move(column));
  for (std::size_t pair = 0; pair < pairs(); ++pair) {
    const double share = moments_[pair * features() + pivot] / taken_variances[pair];
    shares_.push_back(share);
    traces_[pair] += share;
  }
  return taken;
}

void GaussianDivergence::update(std::size_t begin, std::size_t end) {
  variances_.update(begin, end);
  for (std::size_t pair = 0; pair < pairs(); ++pair) {
    const double inverse_root = variances_.inverse_root(1 + pair);
    const double q = shares_[shares_.size() - pairs() + pair];
    const double* const l = variances_.last().row(1 + pair);
    double* const h = variances_.last().row(1 + pairs() + pair);
    double* const moments = &moments_[pair * features()];
    for (std::size_t j = begin; j < end; ++j) {
      h[j] *= inverse_root;
      const double left = moments[j] - 2 * l[j] * h[j] + l[j] * l[j] * q;
      moments[j] = left > 0 ? left : 0;
    }
  }
  evaluate(begin, end);
}

GaussianDivergence GaussianDivergence::restricted(std::span<const Feature> features) const {
  GaussianDivergence part(model_.restricted(features), variances_.restricted(features, rows()),
                          criterion_);
  for (std::size_t pair = 0; pair < pairs(); ++pair) {
    for (const Feature feature : features)
      part.moments_.push_back(moments_[pair * model_.features() + feature]);
  }
  part.traces_ = traces_;
  part.shares_ = shares_;
  part.log_units_ = log_units_;
  part.evaluate(0, features.size());
  return part;
}

}  // namespace families
}  // namespace pith
