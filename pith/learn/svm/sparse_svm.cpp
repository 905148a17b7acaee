// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/sparse_svm.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/linalg/lasso_model.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/linalg/vector_kernels.h"

namespace pith::learn {
namespace {

/// Less work is not worth a second thread.
constexpr std::size_t parallel_work = 1U << 18U;
constexpr std::size_t features_per_block = 64;
constexpr std::size_t rows_at_once = 1024;
/// Violations relative to the penalties, of a machine on the way and of the final one.
constexpr double rough = 1e-2;
constexpr double exact = 1e-11;

std::size_t block_of(std::size_t count, std::size_t work) {
  return work < parallel_work ? std::max<std::size_t>(count, 1) : features_per_block;
}

}  // namespace

SparseSvm::SparseSvm(const SparseSvmProblem& problem, const Context& context)
    : problem_(problem),
      context_(context),
      held_(context.reserve(bytes_with(0), "a sparse support vector machine",
                            "select from fewer rows or features")),
      ones_(rows(), 1.0),
      weights_(features() + 1),
      decisions_(rows()),
      residuals_(rows()),
      slopes_(features() + 1),
      is_counted_(rows()) {
  evaluate();
  update_all_slopes();
  double largest = 0;
  for (std::size_t j = 0; j < slopes_.size(); ++j) {
    const double own = j == bias_place() ? 1 : problem_.penalties[j];
    largest = std::max(largest, std::abs(slopes_[j]) / own);
  }
  if (largest > 0) least_cost_ = 1 / (2 * largest);
}

const double* SparseSvm::column(std::size_t j) const {
  return j == bias_place() ? ones_.data()
                           : problem_.columns.data_handle() + j * problem_.columns.stride(0);
}

double SparseSvm::penalty(std::size_t j) const {
  return (j == bias_place() ? 1 : problem_.penalties[j]) / (2 * cost_);
}

double SparseSvm::objective() const {
  double sum = 0;
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const double own = j == bias_place() ? 1 : problem_.penalties[j];
    if (weights_[j] != 0) sum += own * std::abs(weights_[j]);  // infinity times 0 is none
  }
  return sum + loss();
}

std::vector<double> SparseSvm::pulls() const {
  std::vector<double> pulls(features());
  for (std::size_t j = 0; j < features(); ++j)
    pulls[j] = 2 * cost_ * std::abs(slopes_[j]);
  return pulls;
}

/// The size of the smallest subgradient.
double SparseSvm::violation(std::size_t j) const {
  if (weights_[j] != 0) return std::abs(slopes_[j] + std::copysign(penalty(j), weights_[j]));
  return std::max(0.0, std::abs(slopes_[j]) - penalty(j));
}

/// What is left of a violation that rounding may cause; columns have numbers up to 2.
double SparseSvm::tolerance(std::size_t j) const {
  return precision_ * penalty(j) + 1e-15 * residual_sum_;
}

/// Everything that depends on the decisions alone.
void SparseSvm::evaluate() {
  half_loss_ = 0;
  residual_sum_ = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    const double slack = std::max(0.0, 1 - problem_.signs[i] * decisions_[i]);
    const double weighted = row_weight(i) * slack;
    half_loss_ += weighted * slack / 2;
    residual_sum_ += weighted;
    residuals_[i] = -problem_.signs[i] * weighted;
  }
}

void SparseSvm::update_slopes(std::span<const std::size_t> some) {
  parallel_blocks(context_, some.size(), block_of(some.size(), some.size() * rows()),
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t a = begin; a < end; ++a)
                      slopes_[some[a]] = dot(column(some[a]), residuals_.data(), rows());
                  });
}

void SparseSvm::update_all_slopes() {
  parallel_blocks(context_, slopes_.size(), block_of(slopes_.size(), slopes_.size() * rows()),
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t j = begin; j < end; ++j)
                      slopes_[j] = dot(column(j), residuals_.data(), rows());
                  });
}

/// The weights that are not 0, and of those that should not be 0 the ones with the largest pulls;
/// empty at the minimum.
std::vector<std::size_t> SparseSvm::working_set() const {
  constexpr std::size_t at_least = 64;
  std::vector<std::size_t> wanted;
  std::vector<std::pair<double, std::size_t>> entering;
  bool is_done = true;
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const bool is_wrong = violation(j) > tolerance(j);
    is_done = is_done && !is_wrong;
    if (weights_[j] != 0) {
      wanted.push_back(j);
    } else if (is_wrong) {
      entering.emplace_back(-std::abs(slopes_[j]) / penalty(j), j);
    }
  }
  if (is_done) return {};
  const std::size_t count = std::min(entering.size(), std::max(at_least, wanted.size()));
  std::partial_sort(entering.begin(), entering.begin() + static_cast<std::ptrdiff_t>(count),
                    entering.end());
  for (std::size_t i = 0; i < count; ++i)
    wanted.push_back(entering[i].second);
  std::sort(wanted.begin(), wanted.end());
  return wanted;
}

/// Vectors of rows and features; and with so many active features their inner products, a copy of
/// them, and blocks of rows.
std::uint64_t SparseSvm::bytes_with(std::size_t active) const {
  constexpr std::uint64_t of_row = 8;
  constexpr std::uint64_t of_feature = 6;
  const std::uint64_t products =
      active > problem_.most_products
          ? 0
          : 2 * std::uint64_t{active} * active + 2 * active * std::min(rows_at_once, rows());
  return sizeof(double) * (of_row * rows() + of_feature * features() + products);
}

/// Makes these features active; keeps the inner products of those that already were.
void SparseSvm::set_active(const std::vector<std::size_t>& wanted) {
  std::vector<std::size_t> next;
  std::vector<std::size_t> from;  // places among the old ones
  std::vector<std::size_t> fresh;
  std::vector<std::size_t> places(weights_.size(), active_.size());
  for (std::size_t a = 0; a < active_.size(); ++a)
    places[active_[a]] = a;
  for (const std::size_t j : wanted) {
    if (places[j] < active_.size()) {
      next.push_back(j);
      from.push_back(places[j]);
    } else {
      fresh.push_back(j);
    }
  }
  next.insert(next.end(), fresh.begin(), fresh.end());
  context_.grow(held_, bytes_with(next.size()), "the inner products of the active features",
                "select from fewer features");
  if (next.size() > problem_.most_products) {
    curvature_.clear();
    active_ = std::move(next);
    std::fill(is_counted_.begin(), is_counted_.end(), 0);
    return;
  }
  const bool is_kept = !curvature_.empty();
  std::vector<double> curvature(next.size() * next.size());
  for (std::size_t a = 0; a < from.size() && is_kept; ++a) {
    for (std::size_t b = 0; b < from.size(); ++b)
      curvature[a * next.size() + b] = curvature_[from[a] * active_.size() + from[b]];
  }
  curvature_ = std::move(curvature);
  active_ = std::move(next);
  std::vector<std::uint32_t> counted;
  std::vector<double> factors;
  for (std::size_t i = 0; i < rows(); ++i) {
    if (is_counted_[i] == 0) continue;
    counted.push_back(static_cast<std::uint32_t>(i));
    factors.push_back(row_weight(i));
  }
  add_products(counted, factors, is_kept ? from.size() : 0);
}

/// Counts the rows inside of the margin, and no others.
void SparseSvm::update_curvature() {
  if (active_.size() > problem_.most_products) return;
  std::vector<std::uint32_t> changed;
  std::vector<double> factors;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    const char is_inside = residuals_[i] != 0 ? 1 : 0;
    if (is_inside == is_counted_[i]) {
      kept += static_cast<std::size_t>(is_inside);
      continue;
    }
    changed.push_back(static_cast<std::uint32_t>(i));
    factors.push_back(is_inside != 0 ? row_weight(i) : -row_weight(i));
    is_counted_[i] = is_inside;
  }
  if (changed.size() > kept) {  // anew is faster, and exact
    changed.clear();
    factors.clear();
    for (std::size_t i = 0; i < rows(); ++i) {
      if (is_counted_[i] == 0) continue;
      changed.push_back(static_cast<std::uint32_t>(i));
      factors.push_back(row_weight(i));
    }
    std::fill(curvature_.begin(), curvature_.end(), 0.0);
  }
  add_products(changed, factors, 0);
}

/// curvature_ += sum over some rows of factor x x', for the active features from `first` on with
/// all others.
void SparseSvm::add_products(std::span<const std::uint32_t> some, std::span<const double> factors,
                             std::size_t first) {
  constexpr std::size_t features_at_once = 48;
  const std::size_t size = active_.size();
  std::vector<double> packed(size * std::min(rows_at_once, some.size()));
  std::vector<double> weighted(packed.size());
  for (std::size_t begin = 0; begin < some.size() && first < size; begin += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, some.size() - begin);
    for (std::size_t a = 0; a < size; ++a) {
      const double* const from = column(active_[a]);
      for (std::size_t i = 0; i < count; ++i) {
        packed[a * count + i] = from[some[begin + i]];
        weighted[a * count + i] = factors[begin + i] * packed[a * count + i];
      }
    }
    const std::size_t block = size * size * count < parallel_work * 8 ? size : features_at_once;
    parallel_blocks(context_, size - first, block, [&](std::size_t at, std::size_t end) {
      for (std::size_t low = first + at; low < first + end; low += features_at_once) {
        const std::size_t high = std::min(low + features_at_once, first + end);
        std::vector<double> products((high - low) * high);
        multiply(MatrixView<const double>::row_major(&weighted[low * count], high - low, count),
                 MatrixView<const double>::column_major(packed.data(), count, high),
                 MatrixView<double>::row_major(products.data(), high - low, high));
        for (std::size_t a = low; a < high; ++a) {
          for (std::size_t b = 0; b <= a; ++b) {
            curvature_[a * size + b] += products[(a - low) * high + b];
            curvature_[b * size + a] = curvature_[a * size + b];
          }
        }
      }
    });
    context_.check_cancelled();
  }
}

/// The weights of the active features that minimise the quadratic model of the loss.
std::vector<double> SparseSvm::model_minimum() const {
  if (active_.size() > problem_.most_products) return model_minimum_by_columns();
  std::vector<double> to;
  std::vector<double> slopes;
  std::vector<double> penalties;
  for (const std::size_t j : active_) {
    to.push_back(weights_[j]);
    slopes.push_back(slopes_[j]);
    penalties.push_back(penalty(j));
  }
  minimize_lasso({curvature_, slopes, penalties}, to, context_);
  return to;
}

/// Approximately, by some sweeps over the columns themselves.
std::vector<double> SparseSvm::model_minimum_by_columns() const {
  constexpr std::size_t sweeps = 5;
  std::vector<double> inside(rows());
  for (std::size_t i = 0; i < rows(); ++i)
    inside[i] = residuals_[i] != 0 ? row_weight(i) : 0;
  std::vector<double> shift(rows());
  std::vector<double> to;
  std::vector<double> curvatures;
  for (const std::size_t j : active_) {
    to.push_back(weights_[j]);
    curvatures.push_back(dot(column(j), column(j), inside.data(), rows()));
  }
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t a = 0; a < active_.size(); ++a) {
      const std::size_t j = active_[a];
      const double slope = slopes_[j] + dot(column(j), inside.data(), shift.data(), rows());
      const double now =
          curvatures[a] > 0 ? lasso_coordinate(to[a], slope, curvatures[a], penalty(j)) : 0.0;
      if (now != to[a]) add_multiple(now - to[a], column(j), shift.data(), rows());
      to[a] = now;
      if (a % features_per_block == 0) context_.check_cancelled();
    }
  }
  return to;
}

/// The objective / (2 C) after a share of the way, of the active part.
double SparseSvm::value_at(std::span<const double> shift, std::span<const double> to,
                           double share) const {
  double value = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    const double slack = std::max(0.0, 1 - problem_.signs[i] * (decisions_[i] + share * shift[i]));
    value += row_weight(i) * slack * slack / 2;
  }
  for (std::size_t a = 0; a < active_.size(); ++a) {
    const double weight = weights_[active_[a]];
    value += penalty(active_[a]) * std::abs(weight + share * (to[a] - weight));
  }
  return value;
}

/// One step with a line search. Returns false if there is no progress but rounding.
bool SparseSvm::newton_step() {
  constexpr std::size_t halvings = 40;
  update_curvature();
  const std::vector<double> to = model_minimum();
  std::vector<double> shift(rows());
  double promised = 0;  // the slope of the objective
  for (std::size_t a = 0; a < active_.size(); ++a) {
    const std::size_t j = active_[a];
    const double change = to[a] - weights_[j];
    if (change == 0) continue;
    add_multiple(change, column(j), shift.data(), rows());
    promised += slopes_[j] * change + penalty(j) * (std::abs(to[a]) - std::abs(weights_[j]));
  }
  const double before = value_at(shift, to, 0);
  double share = 1;
  std::size_t tries = 0;
  while (value_at(shift, to, share) > before + 0.01 * share * promised + 1e-15 * before) {
    share /= 2;
    if (++tries == halvings) return false;
  }
  for (std::size_t a = 0; a < active_.size(); ++a) {
    double& weight = weights_[active_[a]];
    weight = share == 1 ? to[a] : weight + share * (to[a] - weight);
  }
  add_multiple(share, shift.data(), decisions_.data(), rows());
  evaluate();
  return promised < -1e-15 * before;
}

bool SparseSvm::solve(double cost) {
  // A machine of a much lower cost is a good start: few rows change sides from one to the next.
  constexpr double most_growth = 10;
  for (double before = std::max(cost_, least_cost_); before * most_growth < cost;) {
    before *= most_growth;
    cost_ = before;
    precision_ = rough;
    descend();
  }
  cost_ = cost;
  precision_ = exact;
  return descend();
}

bool SparseSvm::descend() {
  constexpr std::size_t most_rounds = 500;
  constexpr std::size_t steps = 3;  // before other features are looked at
  constexpr std::size_t patience = 4;
  std::size_t idle = 0;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    context_.check_cancelled();
    const std::vector<std::size_t> wanted = working_set();
    if (wanted.empty()) return true;
    set_active(wanted);
    for (std::size_t i = 0; i < steps; ++i) {
      const bool has_moved = newton_step();
      idle = has_moved ? 0 : idle + 1;
      if (!has_moved) break;
      update_slopes(active_);
      if (std::all_of(active_.begin(), active_.end(),
                      [&](std::size_t j) { return violation(j) <= tolerance(j); })) {
        break;
      }
    }
    update_all_slopes();
    // Without progress, what violates the conditions is rounding.
    if (idle >= patience) break;
  }
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    if (violation(j) > 1e5 * tolerance(j)) return false;
  }
  return true;
}

}  // namespace pith::learn
