// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {
inline namespace families {

/// Covariances of one feature, the pivot, with all features, given the first `given` selected
/// features. One row of numbers for each model.
class PivotColumn {
 public:
  /// Allocates `rows` rows without initialising them.
  PivotColumn(Feature pivot, std::size_t rows, std::size_t features)
      : pivot_(pivot),
        features_(features),
        numbers_(new double[rows * features]) {}  // NOLINT(*-owning-memory): uninitialised

  Feature pivot() const { return pivot_; }
  double* row(std::size_t index) { return numbers_.get() + index * features_; }
  const double* row(std::size_t index) const { return numbers_.get() + index * features_; }

  std::size_t given = 0;  ///< how many of the selected features are conditioned on

 private:
  Feature pivot_;
  std::size_t features_;
  // Not a vector, so that the threads that fill the pages are the first to touch them.
  std::unique_ptr<double[]> numbers_;  // NOLINT(*-avoid-c-arrays)
};

/// Variances of candidates given the selected features S under several covariance models A at once:
/// a Cholesky factorisation that grows by one row per selected feature. With l_j the row of
/// candidate j and i the feature that is selected,
///   c_ij = A_ij - l_i l_j,  l_j <- (l_j, c_ij / sqrt(v_i)),  v_j <- v_j - c_ij^2 / v_i:
/// O(|S|) for each candidate and model, O(1) if c_ij is up to date.
class ConditionalVariances {
 public:
  /// `variances` has those of the models, concatenated; `ranks` has the ranks of the models. A
  /// variance below 1e-10 of `scales[j]` is replaced by that floor, and so are all variances of a
  /// model once as many features are selected as its rank: the remainder is rounding, from which
  /// neither logarithms nor other variances are computed.
  ConditionalVariances(std::vector<std::size_t> ranks, std::vector<double> variances,
                       std::span<const double> scales);

  std::size_t models() const { return log_determinants_.size(); }
  std::size_t features() const { return floors_.size(); }
  /// The number of selected features.
  std::size_t steps() const { return steps_.size(); }

  double variance(std::size_t model, std::size_t j) const {
    return is_exhausted(model, j) ? floors_[j] : variances_[model * features() + j];
  }
  std::size_t rank(std::size_t model) const { return ranks_[model]; }
  double floor(std::size_t j) const { return floors_[j]; }
  /// Whether the variance is at its floor, that is, the selected features determine j.
  bool is_exhausted(std::size_t model, std::size_t j) const {
    return steps_.size() >= ranks_[model] || !(variances_[model * features() + j] > floors_[j]);
  }
  /// log |A_S|.
  double log_determinant(std::size_t model) const { return log_determinants_[model]; }
  /// Row `index` of the column of a selected feature, [0, models) of which are entry `step` of the
  /// Cholesky row of every candidate.
  const double* row(std::size_t step, std::size_t index) const {
    return steps_[step].column.row(index);
  }

  /// Conditions columns, up to pivot_group of them with the same `given`, on the first `upto`
  /// selected features; their rows [0, models), features [begin, end). Leaves `given` as it is.
  void condition(std::span<PivotColumn* const> columns, std::size_t upto, std::size_t begin,
                 std::size_t end) const;

  /// Selects the pivot of a column: take() once, then update() for every range of features, from
  /// any thread, once the column is conditioned there.
  PivotColumn& take(PivotColumn column);
  void update(std::size_t begin, std::size_t end);
  /// 1 / sqrt(variance) of the feature taken last, when it was taken; 0 if it was
  /// exhausted, so that its covariances, which are rounding, change nothing.
  double inverse_root(std::size_t model) const { return steps_.back().inverse_roots[model]; }
  /// The column that was taken last.
  PivotColumn& last() { return steps_.back().column; }

  /// The same for a subset of the features, numbered by their position in the list, with `rows`
  /// rows of each column. O(|S|) each.
  ConditionalVariances restricted(std::span<const Feature> features, std::size_t rows) const;

 private:
  struct Step {
    PivotColumn column;
    std::vector<double> inverse_roots;
  };
  ConditionalVariances() = default;

  std::vector<std::size_t> ranks_;
  std::vector<double> variances_;
  std::vector<double> floors_;
  std::vector<double> log_determinants_;
  std::vector<Step> steps_;
};

}  // namespace families
}  // namespace pith
