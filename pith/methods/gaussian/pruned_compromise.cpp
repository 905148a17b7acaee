// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/pruned_compromise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
/// The relative error that rounding may cause in a bound.
constexpr double margin = 1e-9;
constexpr std::size_t columns_per_pass = 8;

/// Whether a candidate with this upper bound can neither win nor tie, by score or by gain.
bool is_beaten(double bound, double best) {
  return bound < best - 1e-7 * (1 + std::abs(best));
}

}  // namespace

PrunedCompromise::PrunedCompromise(std::unique_ptr<const Scatter> scatter, GaussianModel model,
                                   Criterion criterion, const Task& task, bool is_pruning)
    : scatter_(std::move(scatter)),
      model_(std::move(model)),
      criterion_(criterion),
      is_pruning_(is_pruning),
      max_steps_(std::min(task.k, model_.features())),
      steps_(models() * features()),
      squares_(models() * features()),
      rows_(models() * features() * max_steps_),
      log_determinants_(models()),
      systems_(criterion == Criterion::entropy ? 0 : models()),
      scores_(features()),
      fits_(features()),
      is_capped_(features()) {
  for (const double prior : model_.priors())
    log_priors_.push_back(portable::log(prior));
  const ConditionalVariances start = unconditional_variances(model_);
  for (std::size_t m = 0; m < models(); ++m) {
    ranks_.push_back(start.rank(m));
    for (std::size_t j = 0; j < features(); ++j)
      diagonal_.push_back(start.variance(m, j));
  }
  variances_ = diagonal_;
  for (std::size_t j = 0; j < features(); ++j)
    floors_.push_back(start.floor(j));
}

std::uint64_t PrunedCompromise::bytes(const Scatter& scatter, const GaussianModel& model,
                                      std::size_t k) {
  const std::uint64_t steps = std::min(k, model.features());
  const std::uint64_t numbers = std::uint64_t{1 + model.classes()} * model.features();
  // Cholesky rows and columns of the selected features, columns read ahead, and four arrays.
  return sizeof(double) * numbers * (2 * steps + 2 * columns_per_pass + 6) +
         scatter.column_bytes(std::min(columns_per_pass, model.features()));
}

bool PrunedCompromise::is_exhausted(std::size_t model, Feature j) const {
  return selected_.size() >= ranks_[model] || !(variances_[model * features() + j] > floors_[j]);
}

double PrunedCompromise::variance(std::size_t model, Feature j) const {
  return is_exhausted(model, j) ? floors_[j] : variances_[model * features() + j];
}

/// Extends the Cholesky row of a candidate to all selected features.
void PrunedCompromise::make_exact(std::size_t model, Feature j) {
  const auto row_of = [&](Feature feature) {
    return &rows_[(model * features() + feature) * max_steps_];
  };
  double* const row = row_of(j);
  std::size_t& done = steps_[model * features() + j];
  for (; done < selected_.size(); ++done) {
    const PivotColumn& column = selected_[done];
    const double* const pivot_row = row_of(column.pivot());
    const double left = column.row(model)[j] - std::inner_product(row, row + done, pivot_row, 0.0);
    row[done] = left * inverse_roots_[done * models() + model];
    variances_[model * features() + j] -= row[done] * row[done];
  }
}

bool PrunedCompromise::is_admissible(Feature j) {
  if (model_.is_constant(j)) return false;
  make_exact(0, j);
  return !is_exhausted(0, j);
}

double PrunedCompromise::score_of(const CompromiseValues& values, Feature j) const {
  if (criterion_ == Criterion::information) return values.information;
  if (criterion_ == Criterion::fitted) return values.fitted;
  return values.entropy + entropy_constant(selected_.size() + 1) + log_units_ + model_.log_unit(j);
}

void PrunedCompromise::evaluate(Feature j) {
  if (!is_admissible(j)) {
    scores_[j] = fits_[j] = minus_infinity;
    is_capped_[j] = 0;
    return;
  }
  for (std::size_t model = 1; model < models(); ++model)
    make_exact(model, j);
  const auto log_determinant = [&](std::size_t model) {
    return log_determinants_[model] + portable::log(variance(model, j));
  };
  const CompromiseValues values = compromise_values(
      log_determinant(0), [&](std::size_t y) { return log_determinant(1 + y); }, model_.priors(),
      log_priors_);
  scores_[j] = score_of(values, j);
  fits_[j] = values.fitted;
  is_capped_[j] = values.is_capped ? 1 : 0;
}

/// An upper bound on a conditional variance (all rows, or the criterion is entropy) or a lower
/// bound (a class).
double PrunedCompromise::bounded_variance(std::size_t model, Feature j) const {
  if (systems_.empty()) return variance(model, j);  // the last computed value
  if (selected_.size() >= ranks_[model]) return floors_[j];
  const std::size_t place = model * features() + j;
  const std::span<const double> values = systems_[model].values();
  if (values.empty()) return variance(model, j);
  if (model == 0) {
    const double upper = diagonal_[place] - squares_[place] / values.back();
    return std::max(upper + margin * diagonal_[place], floors_[j]);
  }
  const double smallest = values.front() - 1e-13 * values.back();
  if (!(smallest > 0)) return floors_[j];
  const double lower = diagonal_[place] - squares_[place] / smallest;
  return std::max(lower - margin * diagonal_[place], floors_[j]);
}

double PrunedCompromise::bound(Feature j, std::size_t exact) const {
  const auto log_determinant = [&](std::size_t model) {
    const double v = model < exact ? variance(model, j) : bounded_variance(model, j);
    return log_determinants_[model] + portable::log(v);
  };
  return score_of(compromise_values(
                      log_determinant(0), [&](std::size_t y) { return log_determinant(1 + y); },
                      model_.priors(), log_priors_),
                  j);
}

/// Computes variances of j until it is beaten or exact. Returns how many were computed.
std::size_t PrunedCompromise::try_candidate(Feature j, double best) {
  for (std::size_t exact = 0; is_pruning_ && exact < models(); ++exact) {
    if (is_beaten(bound(j, exact), best)) return exact;
    make_exact(exact, j);
    if (exact == 0 && !is_admissible(j)) break;
  }
  evaluate(j);
  return models();
}

std::vector<Feature> PrunedCompromise::contenders(std::span<const Feature> candidates,
                                                  const Context& context) {
  std::vector<Feature> order;
  std::vector<double> bounds(features());
  for (const Feature j : candidates) {
    if (model_.is_constant(j)) {
      scores_[j] = fits_[j] = minus_infinity;
      continue;
    }
    order.push_back(j);
    if (systems_.empty()) bounds[j] = bound(j, 0);
  }
  if (systems_.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Feature a, Feature b) { return bounds[a] > bounds[b]; });
  }
  std::vector<std::size_t> counts(models() + 1);
  std::vector<Feature> found;
  double best = minus_infinity;
  for (const Feature j : order) {
    context.check_cancelled();
    const std::size_t computed = try_candidate(j, best);
    ++counts[computed];
    if (computed < models()) {
      scores_[j] = std::min(best, bound(j, computed));  // a guess at the next candidate
      continue;
    }
    if (scores_[j] == minus_infinity) continue;
    found.push_back(j);
    best = std::max(best, scores_[j]);
  }
  evaluated_.push_back(std::move(counts));
  if (found.empty()) return {candidates.begin(), candidates.end()};
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t PrunedCompromise::pruned() const {
  const std::vector<std::size_t>& counts = evaluated_.back();
  return std::accumulate(counts.begin(), counts.end() - 1, std::size_t{0});
}

void PrunedCompromise::update(Feature feature, const Context&) {
  evaluate(feature);
  evaluated_.emplace_back(models() + 1);
}

void PrunedCompromise::absorb(Feature taken, std::span<const Feature> candidates,
                              const Context& context) {
  if (!is_admissible(taken)) return;
  PivotColumn column = column_of(taken, candidates, context);
  for (std::size_t model = 0; model < models(); ++model) {
    const double v = variance(model, taken);
    inverse_roots_.push_back(is_exhausted(model, taken) ? 0 : 1 / std::sqrt(v));
    log_determinants_[model] += portable::log(v);
  }
  log_units_ += model_.log_unit(taken);
  if (!systems_.empty()) add_to_bounds(column);
  selected_.push_back(std::move(column));
}

void PrunedCompromise::add_to_bounds(const PivotColumn& column) {
  std::vector<double> border(selected_.size());
  for (std::size_t model = 0; model < models(); ++model) {
    const double* const row = column.row(model);
    for (std::size_t s = 0; s < selected_.size(); ++s)
      border[s] = row[selected_[s].pivot()];
    systems_[model].grow(border, diagonal_[model * features() + column.pivot()]);
    double* const squares = &squares_[model * features()];
    for (std::size_t j = 0; j < features(); ++j)
      squares[j] += row[j] * row[j];
  }
}

/// The covariances of a pivot. Reads those of the best other candidates in the same pass.
PivotColumn PrunedCompromise::column_of(Feature pivot, std::span<const Feature> candidates,
                                        const Context& context) {
  if (columns_.count(pivot) == 0) {
    columns_.clear();
    std::vector<Feature> pivots(candidates.begin(), candidates.end());
    const std::size_t count = std::min(columns_per_pass - 1, pivots.size());
    std::partial_sort(pivots.begin(), pivots.begin() + static_cast<std::ptrdiff_t>(count),
                      pivots.end(), [&](Feature a, Feature b) {
                        return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
                      });
    pivots.resize(count);
    pivots.insert(pivots.begin(), pivot);
    const ScatterColumns scatter = scatter_->columns(pivots, context);
    for (std::size_t p = 0; p < pivots.size(); ++p) {
      PivotColumn column(pivots[p], models(), features());
      model_.covariances(pivots[p], scatter, p, 0, features(), column.row(0), features());
      columns_.emplace(pivots[p], std::move(column));
    }
  }
  PivotColumn column = std::move(columns_.at(pivot));
  columns_.erase(pivot);
  return column;
}

}  // namespace families
}  // namespace pith
