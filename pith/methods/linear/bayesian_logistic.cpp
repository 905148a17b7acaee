// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/bayesian_logistic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/elementary.h"
#include "pith/base/parallel.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {
inline namespace families {
namespace {

constexpr std::size_t most_steps = 50'000;
constexpr std::size_t most_halvings = 30;
constexpr std::uint32_t most_falls = 10;
constexpr std::size_t features_per_block = 256;
/// Fewer numbers are not worth a second thread at every step.
constexpr std::size_t parallel_work = 1U << 20U;

}  // namespace

BayesianLogistic::BayesianLogistic(const LogisticProblem& problem, const Context& context)
    : problem_(problem),
      context_(context),
      outputs_(problem.class_count == 2 ? 1 : problem.class_count),
      ones_(rows(), 1.0),
      weights_(features() * outputs_),
      decisions_(rows() * outputs_),
      powers_(outputs_ > 1 ? decisions_.size() : 0, 1.0),
      powered_(powers_.size()),
      largest_(outputs_ > 1 ? rows() : 0),
      residuals_(rows() * outputs_),
      curvatures_(rows() * outputs_),
      slopes_(weights_.size()),
      bends_(weights_.size()),
      seen_(weights_.size(), -std::numeric_limits<double>::infinity()),
      travelled_(outputs_),
      falls_(weights_.size()) {
  for (std::size_t j = 0; j < features(); ++j)
    lengths_.push_back(std::sqrt(dot(column(j), column(j), rows())));
  energy_ = energy_at({});
  refresh();
}

std::uint64_t BayesianLogistic::bytes(const LogisticProblem& problem) {
  const std::uint64_t outputs = problem.class_count == 2 ? 1 : problem.class_count;
  const std::uint64_t rows = problem.columns.extent(1);
  const std::uint64_t features = problem.columns.extent(0);
  const std::uint64_t of_row = outputs == 1 ? 3 : 5 * outputs;
  return sizeof(double) * (rows * (of_row + 3) + features * (5 * outputs + 1) + 3 * outputs);
}

bool BayesianLogistic::is_locked(std::size_t coordinate) const {
  return falls_[coordinate] > most_falls;
}

std::size_t BayesianLogistic::locked() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < falls_.size(); ++i)
    count += is_locked(i) ? 1 : 0;
  return count;
}

double BayesianLogistic::largest_decision(std::size_t row, const Move& move) const {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < outputs_; ++k) {
    const double change =
        k == move.output && move.column != nullptr ? move.step * move.column[row] : 0;
    largest = std::max(largest, decisions_[k * rows() + row] + change);
  }
  return largest;
}

double BayesianLogistic::row_energy(std::size_t row, const Move& move) const {
  const double change = move.column == nullptr ? 0 : move.step * move.column[row];
  if (outputs_ == 1) {
    const double decision = decisions_[row] + change;
    const double margin = problem_.classes[row] == 1 ? decision : -decision;
    return margin > 0 ? portable::log1p(portable::exp(-margin))
                      : portable::log1p(portable::exp(margin)) - margin;
  }
  const auto decision = [&](std::size_t k) {
    return decisions_[k * rows() + row] + (k == move.output ? change : 0);
  };
  const double largest = largest_decision(row, move);
  const bool powers_last = largest == largest_[row];
  double sum = 0;
  for (std::size_t k = 0; k < outputs_; ++k) {
    sum += powers_last && k != move.output ? powers_[k * rows() + row]
                                           : portable::exp(decision(k) - largest);
  }
  return portable::log(sum) + largest - decision(problem_.classes[row]);
}

/// Computes the powers of a row whose decisions have changed.
void BayesianLogistic::update_powers(std::size_t row) {
  const double largest = largest_decision(row, {});
  const bool powers_last = largest == largest_[row];
  largest_[row] = largest;
  for (std::size_t at = row; at < powers_.size(); at += rows()) {
    if (powers_last && powered_[at] == decisions_[at]) continue;
    powers_[at] = portable::exp(decisions_[at] - largest);
    powered_[at] = decisions_[at];
  }
}

/// The negative log-likelihood after a move.
double BayesianLogistic::energy_at(const Move& move) const {
  double energy = 0;
  for (std::size_t row = 0; row < rows(); ++row)
    energy += row_weight(row) * row_energy(row, move);
  return energy;
}

/// Residuals and curvatures from the decisions.
void BayesianLogistic::refresh() {
  std::vector<double> shares(outputs_);
  std::vector<double> squares(outputs_);
  for (std::size_t row = 0; row < rows(); ++row) {
    if (outputs_ == 1) {
      shares[0] = 1 / (1 + portable::exp(-decisions_[row]));
    } else {
      update_powers(row);
      double sum = 0;
      for (std::size_t k = 0; k < outputs_; ++k) {
        shares[k] = powers_[k * rows() + row];
        sum += shares[k];
      }
      for (double& share : shares)
        share /= sum;
    }
    // Of two classes, the only output is that of class 1.
    const std::size_t first = outputs_ == 1 ? 1 : 0;
    for (std::size_t k = 0; k < outputs_; ++k) {
      const double weight = row_weight(row);
      const double residual = weight * (shares[k] - (k + first == problem_.classes[row] ? 1 : 0));
      const double change = residual - residuals_[k * rows() + row];
      squares[k] += change * change;
      residuals_[k * rows() + row] = residual;
      curvatures_[k * rows() + row] = weight * shares[k] * (1 - shares[k]);
    }
  }
  for (std::size_t k = 0; k < outputs_; ++k)
    travelled_[k] += std::sqrt(squares[k]);
}

/// Whether a weight of 0 surely stays there: since its slope was computed, it changed by at most
/// |x_j| times the way that the residuals travelled.
bool BayesianLogistic::is_at_rest(std::size_t coordinate) const {
  if (weights_[coordinate] != 0) return false;
  const std::size_t j = coordinate / outputs_;
  const double way = travelled_[coordinate % outputs_] - seen_[coordinate];
  const double most = std::abs(slopes_[coordinate]) + lengths_[j] * way;
  return most < (1 - 1e-9) * alpha_ * problem_.penalties[j];
}

double BayesianLogistic::smallest_subgradient(std::size_t coordinate) const {
  const double slope = slopes_[coordinate];
  const double own = problem_.penalties[coordinate / outputs_];
  if (std::isinf(own)) return 0;
  const double penalty = alpha_ * own;
  if (weights_[coordinate] != 0) return slope + std::copysign(penalty, weights_[coordinate]);
  return std::copysign(std::max(0.0, std::abs(slope) - penalty), slope);
}

double BayesianLogistic::violation(std::size_t coordinate) const {
  return std::abs(smallest_subgradient(coordinate));
}

/// The best weight of the features [begin, end); of equal ones the first.
BayesianLogistic::Candidate BayesianLogistic::best_among(std::size_t begin, std::size_t end) {
  Candidate found;
  for (std::size_t j = begin; j < end; ++j) {
    for (std::size_t k = 0; k < outputs_; ++k) {
      const std::size_t coordinate = j * outputs_ + k;
      if (is_locked(coordinate) || is_at_rest(coordinate)) continue;
      const auto [slope, bend] =
          slope_and_curvature(column(j), &residuals_[k * rows()], &curvatures_[k * rows()], rows());
      slopes_[coordinate] = slope;
      bends_[coordinate] = bend;
      seen_[coordinate] = travelled_[k];
      if (bend <= 0) continue;
      const double subgradient = smallest_subgradient(coordinate);
      const double gain = std::abs(subgradient) * (std::abs(subgradient) / bend);
      if (gain > found.gain) found = {.gain = gain, .coordinate = coordinate};
    }
  }
  return found;
}

BayesianLogistic::Candidate BayesianLogistic::best() {
  const std::size_t work = rows() * features() * outputs_;
  const std::size_t block = work < parallel_work ? features() : features_per_block;
  Candidate found = *merge_blocks(
      context_, features(), block,
      [&](std::size_t begin, std::size_t end) { return best_among(begin, end); },
      [](Candidate& first, const Candidate& second) {
        if (second.gain > first.gain) first = second;
      });
  for (std::size_t k = 0; k < outputs_; ++k) {
    const double slope = dot(&residuals_[k * rows()], ones_.data(), rows());
    const double bend = dot(&curvatures_[k * rows()], ones_.data(), rows());
    const double gain = bend > 0 ? std::abs(slope) * (std::abs(slope) / bend) : 0;
    if (gain > found.gain) found = {.gain = gain, .coordinate = k, .is_bias = true};
  }
  return found;
}

void BayesianLogistic::step_bias(std::size_t output) {
  const double slope = dot(&residuals_[output * rows()], ones_.data(), rows());
  const double bend = dot(&curvatures_[output * rows()], ones_.data(), rows());
  const double before = energy_;
  Move move{.output = output, .column = ones_.data(), .step = -slope / bend};
  energy_ = energy_at(move);
  for (std::size_t i = 0; i < most_halvings && !(energy_ <= before); ++i) {
    move.step /= 2;
    energy_ = energy_at(move);
  }
  add_multiple(move.step, ones_.data(), decisions(output), rows());
}

void BayesianLogistic::step_weight(std::size_t coordinate) {
  const std::size_t j = coordinate / outputs_;
  const double penalty = problem_.penalties[j];
  double& weight = weights_[coordinate];
  double step = -smallest_subgradient(coordinate) / bends_[coordinate];
  if (weight != 0 && (weight + step) * weight < 0) step = -weight;
  Move move{.output = coordinate % outputs_, .column = column(j), .step = step};
  const double rest = alpha_ * (penalty_sum_ - penalty * std::abs(weight));
  const double before = energy_ + rest + alpha_ * penalty * std::abs(weight);
  const auto value = [&] {
    energy_ = energy_at(move);
    return energy_ + rest + alpha_ * penalty * std::abs(weight + move.step);
  };
  for (std::size_t i = 0; i < most_halvings && !(value() <= before); ++i)
    move.step /= 2;
  const double now = weight + move.step;
  if (now == 0 && weight != 0) ++falls_[coordinate];
  weight = now;
  add_multiple(move.step, move.column, decisions(move.output), rows());
  penalty_sum_ = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] == 0) continue;
    penalty_sum_ += problem_.penalties[i / outputs_] * std::abs(weights_[i]);
    ++count;
  }
  alpha_ = count > 0 ? static_cast<double>(count) / penalty_sum_ : 0;
}

void BayesianLogistic::update_slopes() {
  for (std::size_t i = 0; i < slopes_.size(); ++i)
    slopes_[i] = dot(column(i / outputs_), &residuals_[(i % outputs_) * rows()], rows());
}

bool BayesianLogistic::descend() {
  const double enough = outputs_ == 1 ? 1e-10 : 1e-9;
  for (; steps_ < most_steps; ++steps_) {
    context_.check_cancelled();
    const Candidate candidate = best();
    if (candidate.gain <= enough) break;
    if (candidate.is_bias) {
      step_bias(candidate.coordinate);
    } else {
      step_weight(candidate.coordinate);
    }
    refresh();
  }
  update_slopes();
  return steps_ < most_steps;
}

}  // namespace families
}  // namespace pith
