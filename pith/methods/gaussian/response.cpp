// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/response.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {
namespace {

/// The share of the variance of a target below which it is explained.
constexpr double floor_share = 1e-10;

/// The Cholesky factor of a covariance matrix, largest remaining variance first, without the
/// variables of which others explain all but floor_share.
struct PivotedFactor {
  std::vector<std::size_t> order;  // of the variables that are kept
  std::vector<double> rows;        // lower triangular, [place * size + place]
  double largest = 0;              // of the variances
};

PivotedFactor pivoted_factor(std::span<const double> matrix, std::size_t size) {
  PivotedFactor found;
  found.rows.resize(size * size);
  std::vector<double> left(size);
  for (std::size_t i = 0; i < size; ++i)
    left[i] = matrix[i * size + i];
  found.largest = size == 0 ? 0 : *std::max_element(left.begin(), left.end());
  std::vector<std::vector<double>> columns(size);  // of each variable, by place
  for (std::size_t place = 0; place < size; ++place) {
    const auto pivot =
        static_cast<std::size_t>(std::max_element(left.begin(), left.end()) - left.begin());
    if (!(left[pivot] > floor_share)) break;
    const double root = std::sqrt(left[pivot]);
    for (std::size_t i = 0; i < size; ++i) {
      double product = matrix[i * size + pivot];
      for (std::size_t p = 0; p < place; ++p)
        product -= columns[i][p] * columns[pivot][p];
      columns[i].push_back(product / root);
      left[i] -= columns[i][place] * columns[i][place];
    }
    left[pivot] = -std::numeric_limits<double>::infinity();
    found.order.push_back(pivot);
  }
  for (std::size_t i = 0; i < found.order.size(); ++i)
    std::copy_n(columns[found.order[i]].begin(), i + 1, &found.rows[i * size]);
  return found;
}

/// Solves L out = in in place, for the first `count` variables of the factor.
void solve_lower(const std::vector<double>& rows, std::size_t stride, std::span<double> in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    for (std::size_t p = 0; p < i; ++p)
      in[i] -= rows[i * stride + p] * in[p];
    in[i] /= rows[i * stride + i];
  }
}

}  // namespace

Table features_and_targets(const Table& table) {
  TableParts parts = table.parts();
  for (std::size_t i = 0; i < table.targets(); ++i) {
    if (!table.target(i).is_numbers()) continue;
    parts.features.push_back(table.target(i));
    parts.names.push_back(table.target_name(i));
  }
  parts.target.reset();
  parts.more_targets.clear();
  return Table(std::move(parts));
}

ResponseModel::ResponseModel(const Scatter& scatter, std::size_t features,
                             const ResponseOptions& options, const Context& context)
    : factor_((1 - options.shrinkage) / scatter.moments().weights.front()),
      rank_(options.ridge > 0 ? std::numeric_limits<std::size_t>::max()
                              : scatter.moments().distinct_rows.front() - 1) {
  const PanelMoments& moments = scatter.moments();
  const double weight = moments.weights.front();
  for (Feature j = 0; j < features; ++j) {
    variances_.push_back((1 + options.ridge) * moments.deviation(0, j) / weight);
    is_constant_.push_back(moments.is_constant[j]);
  }
  const std::size_t count = moments.features - features;
  std::vector<Feature> given(count);
  std::iota(given.begin(), given.end(), static_cast<Feature>(features));
  const ScatterColumns sums = scatter.columns(given, context);
  // Correlations of the targets.
  std::vector<double> scales;
  for (const Feature target : given)
    scales.push_back(std::sqrt(moments.deviation(0, target) / weight));
  std::vector<double> matrix(count * count);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      matrix[a * count + b] =
          a == b ? 1 : factor_ * sums.at(a, 0)[features + b] / (scales[a] * scales[b]);
    }
  }
  const PivotedFactor factor = pivoted_factor(matrix, count);
  targets_ = factor.order.size();
  loads_.resize(targets_ * features);
  std::vector<double> column(targets_);
  for (std::size_t j = 0; j < features; ++j) {
    for (std::size_t t = 0; t < targets_; ++t)
      column[t] = factor_ * sums.at(factor.order[t], 0)[j] / scales[factor.order[t]];
    solve_lower(factor.rows, count, column);
    for (std::size_t t = 0; t < targets_; ++t)
      loads_[t * features + j] = column[t];
  }
}

void ResponseModel::covariances(const ScatterColumns& scatter, std::size_t place, std::size_t begin,
                                std::size_t end, double* row) const {
  const double* const sums = scatter.at(place, 0) + begin;
  for (std::size_t j = 0; j < end - begin; ++j)
    row[j] = factor_ * sums[j];
}

ResponseModel ResponseModel::restricted(std::span<const Feature> features) const {
  ResponseModel part;
  part.factor_ = factor_;
  part.rank_ = rank_;
  part.targets_ = targets_;
  for (const Feature feature : features) {
    part.variances_.push_back(variances_[feature]);
    part.is_constant_.push_back(is_constant_[feature]);
  }
  for (std::size_t t = 0; t < targets_; ++t) {
    for (const Feature feature : features)
      part.loads_.push_back(loads(t)[feature]);
  }
  return part;
}

namespace {

ConditionalVariances variances_of(const ResponseModel& model) {
  std::vector<double> variances(model.features());
  for (Feature j = 0; j < model.features(); ++j)
    variances[j] = model.variance(j);
  const std::vector<double> scales = variances;
  return {{model.total_rank()}, std::move(variances), scales};
}

}  // namespace

GaussianResponse::GaussianResponse(const ResponseModel& model)
    : GaussianResponse(model, variances_of(model)) {
  for (std::size_t t = 0; t < model.targets(); ++t)
    loads_.insert(loads_.end(), model.loads(t).begin(), model.loads(t).end());
  left_.resize(model.targets() * model.targets());
  for (std::size_t t = 0; t < model.targets(); ++t)
    left_[t * model.targets() + t] = 1;
  factor();
  evaluate(0, features());
}

GaussianResponse::GaussianResponse(ResponseModel model, ConditionalVariances variances)
    : model_(std::move(model)),
      variances_(std::move(variances)),
      shares_(model_.targets()),
      scores_(features()),
      is_capped_(features()) {}

void GaussianResponse::factor() {
  PivotedFactor found = pivoted_factor(left_, model_.targets());
  kept_ = std::move(found.order);
  factor_ = std::move(found.rows);
  largest_ = found.largest;
}

double GaussianResponse::explained(std::size_t j, std::vector<double>& room) const {
  room.resize(kept_.size());
  for (std::size_t i = 0; i < kept_.size(); ++i)
    room[i] = loads_[kept_[i] * features() + j];
  solve_lower(factor_, model_.targets(), room);
  double sum = 0;
  for (const double number : room)
    sum += number * number;
  return sum / variances_.variance(0, j);
}

void GaussianResponse::evaluate(std::size_t begin, std::size_t end) {
  const double floor = floor_share / std::max(largest_, floor_share);
  std::vector<double> room;
  for (std::size_t j = begin; j < end; ++j) {
    if (!is_admissible(static_cast<Feature>(j))) {
      scores_[j] = -std::numeric_limits<double>::infinity();
      is_capped_[j] = 0;
      continue;
    }
    const double left = kept_.empty() ? 1 : 1 - explained(j, room);
    scores_[j] = information_ - 0.5 * portable::log(std::max(left, floor));
    is_capped_[j] = kept_.empty() || (kept_.size() == 1 && !(left > floor)) ? 1 : 0;
  }
}

PivotColumn& GaussianResponse::take(PivotColumn column) {
  const Feature pivot = column.pivot();
  information_ = scores_[pivot];
  PivotColumn& taken = variances_.take(std::move(column));
  const std::size_t targets = model_.targets();
  for (std::size_t t = 0; t < targets; ++t)
    shares_[t] = loads_[t * features() + pivot] * variances_.inverse_root(0);
  for (std::size_t a = 0; a < targets; ++a) {
    for (std::size_t b = 0; b < targets; ++b)
      left_[a * targets + b] -= shares_[a] * shares_[b];
  }
  factor();
  return taken;
}

void GaussianResponse::update(std::size_t begin, std::size_t end) {
  variances_.update(begin, end);
  const double* const row = variances_.row(variances_.steps() - 1, 0);
  for (std::size_t t = 0; t < model_.targets(); ++t) {
    double* const loads = &loads_[t * features()];
    for (std::size_t j = begin; j < end; ++j)
      loads[j] -= shares_[t] * row[j];
  }
  evaluate(begin, end);
}

GaussianResponse GaussianResponse::restricted(std::span<const Feature> features) const {
  GaussianResponse part(model_.restricted(features), variances_.restricted(features, rows()));
  for (std::size_t t = 0; t < model_.targets(); ++t) {
    for (const Feature feature : features)
      part.loads_.push_back(loads_[t * model_.features() + feature]);
  }
  part.left_ = left_;
  part.kept_ = kept_;
  part.factor_ = factor_;
  part.largest_ = largest_;
  part.information_ = information_;
  part.evaluate(0, features.size());
  return part;
}

}  // namespace families
}  // namespace pith
