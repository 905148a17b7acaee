// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/linalg/product_kernels.h"
#include "pith/methods/gaussian/conditional_variances.h"
#include "pith/search/ranking.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace families {

/// How far a search looks ahead. It affects only the running time.
struct Prefetch {
  std::size_t columns = 8;  ///< number of columns of the scatter matrix that are read at a time
  std::size_t pool = 72;    ///< number of the best candidates that are considered; 0: none
  double whole = 0.2;       ///< read all columns at once if k is a larger share of the features

  /// Where a pass over the data costs more than the products in it.
  Prefetch with_few_passes() const {
    return {std::max<std::size_t>(columns, 32), std::max<std::size_t>(pool, 256), whole};
  }
};

/// Number of features that a thread updates at a time: whole tiles of the kernels.
inline constexpr std::size_t gaussian_block = 504;

/// The columns of the pivots given all selected features. The scatter has them in the same order.
template <class State>
std::list<PivotColumn> pivot_columns(const State& state, std::span<const Feature> pivots,
                                     const ScatterColumns& scatter, const Context& context) {
  std::list<PivotColumn> columns;
  std::vector<PivotColumn*> all;
  for (const Feature pivot : pivots)
    all.push_back(&columns.emplace_back(pivot, state.rows(), state.features()));
  parallel_blocks(context, state.features(), gaussian_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t p = 0; p < all.size(); ++p)
                      state.fill(*all[p], scatter, p, begin, end);
                    for (std::size_t p = 0; p < all.size(); p += pivot_group) {
                      const std::size_t count = std::min(pivot_group, all.size() - p);
                      state.condition(std::span(all).subspan(p, count), state.steps(), begin, end);
                    }
                  });
  for (PivotColumn& column : columns)
    column.given = state.steps();
  return columns;
}

/// Selects the pivot of a column: updates the column, and then every candidate.
template <class State>
void absorb_column(State& state, PivotColumn column, const Context& context) {
  const std::size_t selected = state.steps();
  PivotColumn* const taken[] = {&state.take(std::move(column))};
  parallel_blocks(context, state.features(), gaussian_block,
                  [&](std::size_t begin, std::size_t end) {
                    state.condition(taken, selected, begin, end);
                    state.update(begin, end);
                  });
}

/// A criterion on Gaussian models for forward(). `State` (GaussianCompromise, GaussianDivergence)
/// computes the scores; this class provides the columns of the scatter matrix, one for each
/// selected feature, and reads them in blocks: a pass over the data costs hardly more for many
/// columns than for one. It predicts the next features by running ahead on a small copy of the
/// state with the best candidates only; a wrong prediction costs only time.
template <class State>
class GaussianSearch {
 public:
  static constexpr bool is_joint = true;

  GaussianSearch(std::unique_ptr<const Scatter> scatter, State state, const Task& task,
                 const Prefetch& prefetch, const Context& context)
      : scatter_(std::move(scatter)),
        state_(std::move(state)),
        prefetch_(scatter_->are_passes_expensive() ? prefetch.with_few_passes() : prefetch),
        left_(std::min(task.k, state_.features())),
        keep_(task.keep.begin(), task.keep.end()) {
    held_ = context.reserve(column_bytes(1), "the covariances of the selected features",
                            "select fewer features (" + option("k") + ")");
    if (needs_matrix(context)) scatter_ = std::make_unique<MatrixScatter>(*scatter_, context);
    fit_prefetch(context);
  }

  /// A feature that is not admissible (a kept one need not be) changes nothing.
  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    --left_;
    if (!state_.is_admissible(taken)) return;
    absorb_column(state_, column_of(taken, candidates, context), context);
  }
  double score(Feature candidate) const { return state_.score(candidate); }
  double tie_break(Feature candidate) const { return state_.tie_break(candidate); }

  const State& state() const { return state_; }
  /// The number of passes over the data for columns.
  std::size_t passes() const { return passes_; }

 private:
  /// Reading all columns at once is cheaper if many of them are needed (docs/decisions/0008).
  bool needs_matrix(const Context& context) const {
    const std::uint64_t features = state_.features();
    const std::uint64_t bytes =
        features * features * scatter_->moments().classes() * sizeof(double);
    return static_cast<double>(left_) > prefetch_.whole * static_cast<double>(features) &&
           bytes < context.memory_limit() / 2 &&
           (!scatter_->has_exact_matrix() || scatter_->matrix_bytes() < context.memory_available());
  }

  /// What the search holds if it reads so many columns at a time: the columns of all selected
  /// features, those that were read but not used yet, and those that are being read.
  std::uint64_t column_bytes(std::size_t columns) const {
    const std::uint64_t features = state_.features();
    const std::uint64_t column = sizeof(double) * features * state_.rows();
    const std::uint64_t steps = std::min(max_steps(), left_);
    const std::uint64_t kept = columns >= features ? features : steps + 2 * columns;
    return kept * column + scatter_->column_bytes(columns);
  }
  /// No feature is admissible once as many are selected as the rank.
  std::size_t max_steps() const { return std::max<std::size_t>(1, state_.model().total_rank()); }
  /// The products among the pool (at most 8 partial sums), and the state that runs ahead on it.
  std::uint64_t pool_bytes() const {
    const std::uint64_t pool = prefetch_.pool + strip_width;
    const std::uint64_t steps = std::min(max_steps(), left_) + prefetch_.columns;
    return sizeof(double) * pool *
           (8 * pool * scatter_->moments().classes() + (steps + 3) * state_.rows());
  }
  /// Looks ahead as far as the memory permits. Passes that read rows need memory of their own.
  void fit_prefetch(const Context& context) {
    const std::uint64_t available = context.memory_available();
    const std::uint64_t room =
        held_.bytes() + (scatter_->are_passes_expensive() ? available / 2 : available);
    const bool has_few = state_.features() <= prefetch_.pool;
    if (has_few && column_bytes(state_.features()) > room) prefetch_.pool = 0;
    if (prefetch_.pool >= state_.features()) {
      context.grow(held_, column_bytes(state_.features()), "the covariances of the features");
      return;
    }
    const std::uint64_t ahead = has_few ? 0 : pool_bytes();
    while (prefetch_.columns > 1 && column_bytes(prefetch_.columns) + ahead > room)
      prefetch_.columns /= 2;
    if (prefetch_.columns > 1)
      context.grow(held_, column_bytes(prefetch_.columns) + ahead, "the columns that come next");
  }

  PivotColumn column_of(Feature pivot, std::span<const Feature> candidates,
                        const Context& context) {
    const auto is_wanted = [&](const PivotColumn& column) { return column.pivot() == pivot; };
    auto place = std::find_if(columns_.begin(), columns_.end(), is_wanted);
    if (place == columns_.end()) {
      read_columns(pivot, candidates, context);
      place = std::find_if(columns_.begin(), columns_.end(), is_wanted);
    }
    PivotColumn column = std::move(*place);
    columns_.erase(place);
    return column;
  }

  /// Reads the columns of a pivot and of the features that are expected after it.
  void read_columns(Feature pivot, std::span<const Feature> candidates, const Context& context) {
    ++passes_;
    const std::vector<Feature> pivots = expected(pivot, candidates, context);
    const ScatterColumns scatter = scatter_->columns(pivots, context);
    drop_unlikely();
    columns_.splice(columns_.end(), pivot_columns(state_, pivots, scatter, context));
  }

  /// Bounds the memory: of the unused columns, only the best few are kept.
  void drop_unlikely() {
    while (columns_.size() > prefetch_.columns) {
      columns_.erase(std::min_element(columns_.begin(), columns_.end(),
                                      [&](const PivotColumn& a, const PivotColumn& b) {
                                        return is_worse(state_, a.pivot(), b.pivot());
                                      }));
    }
  }

  static bool is_worse(const State& state, Feature a, Feature b) {
    if (state.score(a) != state.score(b)) return state.score(a) < state.score(b);
    return state.tie_break(a) < state.tie_break(b);
  }

  /// The pivot, followed by the features whose columns are expected to be needed next.
  std::vector<Feature> expected(Feature pivot, std::span<const Feature> candidates,
                                const Context& context) const {
    std::vector<Feature> found{pivot};
    if (state_.features() <= prefetch_.pool) {  // all at once
      std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(found),
                   [&](Feature candidate) { return state_.is_admissible(candidate); });
      return found;
    }
    const std::size_t max_columns = std::min(prefetch_.columns, left_);
    for (const Feature kept : keep_) {
      const bool is_next = std::binary_search(candidates.begin(), candidates.end(), kept);
      if (is_next && !has_column(kept) && state_.is_admissible(kept) && found.size() < max_columns)
        found.push_back(kept);
    }
    if (found.size() < max_columns && prefetch_.pool > 0)
      run_ahead(pool_of(pivot, candidates), max_columns, found, context);
    return found;
  }

  bool has_column(Feature feature) const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const PivotColumn& column) { return column.pivot() == feature; });
  }

  /// The pivot and the best of the other candidates.
  std::vector<Feature> pool_of(Feature pivot, std::span<const Feature> candidates) const {
    std::vector<Feature> pool;
    for (const Feature candidate : candidates) {
      if (candidate != pivot && state_.is_admissible(candidate)) pool.push_back(candidate);
    }
    const std::size_t size = std::min(prefetch_.pool - 1, pool.size());
    std::partial_sort(pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(size), pool.end(),
                      [&](Feature a, Feature b) {
                        return is_worse(state_, b, a) || (!is_worse(state_, a, b) && a < b);
                      });
    pool.resize(size);
    pool.insert(pool.begin(), pivot);
    return pool;
  }

  /// Selects from the pool only, pool[0] first, and collects those without a column.
  void run_ahead(const std::vector<Feature>& pool, std::size_t max_columns,
                 std::vector<Feature>& found, const Context& context) const {
    const ScatterColumns among = scatter_->among(pool, context);
    State ahead = state_.restricted(pool);
    const Context serial = context.serial();
    Feature next = 0;
    std::vector<char> is_taken(pool.size());
    for (std::size_t step = 1; step < pool.size() && found.size() < max_columns; ++step) {
      is_taken[next] = 1;
      PivotColumn column(next, ahead.rows(), pool.size());
      ahead.fill(column, among, next, 0, pool.size());
      absorb_column(ahead, std::move(column), serial);
      std::optional<Feature> best;
      for (Feature j = 0; j < pool.size(); ++j) {
        if (is_taken[j] == 0 && ahead.is_admissible(j) && (!best || is_worse(ahead, *best, j)))
          best = j;
      }
      if (!best) return;
      next = *best;
      const bool is_known = has_column(pool[next]) ||
                            std::find(found.begin(), found.end(), pool[next]) != found.end();
      if (!is_known) found.push_back(pool[next]);
    }
  }

  Reservation held_;
  std::unique_ptr<const Scatter> scatter_;
  State state_;
  Prefetch prefetch_;
  std::size_t left_;  // number of features still to be selected
  std::vector<Feature> keep_;
  std::list<PivotColumn> columns_;  // read but not used yet
  std::size_t passes_ = 0;
};

}  // namespace families
}  // namespace pith
