// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "pith/methods/regression/stepwise_fit.h"
#include "pith/search/forward.h"
#include "pith/search/selection.h"
#include "pith/stats/feature_vectors.h"

namespace pith {
inline namespace families {

/// A regression of the target of a table on its features, none of which is in the model yet. Row
/// weights are part of the vectors: a row of weight 2 equals the row twice.
class TargetRegression {
 public:
  /// For a model of at most `most` features.
  TargetRegression(const Table& table, std::size_t most, const Context& context);

  const StepwiseFit& fit() const { return fit_; }
  /// The column of a feature; none for a constant.
  std::optional<std::size_t> column(Feature feature) const;
  /// Whether a feature is neither constant nor a linear combination of those in the model.
  bool is_admissible(Feature feature) const;
  /// What a feature would add to R2; 0 where it is not admissible.
  double gain(Feature feature) const;
  /// Adds a feature to the model; nothing where it is not admissible. From then on only features
  /// from `first` on are kept up to date.
  void add(Feature feature, Feature first, const Context& context);
  /// Features that are not selected because they are linear combinations of selected ones.
  std::vector<Feature> combinations(const Selection& selection) const;

 private:
  static constexpr std::size_t no_column = std::numeric_limits<std::size_t>::max();

  FeatureVectors vectors_;
  Reservation held_;  // of the rest
  std::vector<std::size_t> columns_;
  StepwiseFit fit_;
};

/// A criterion for forward(): what a candidate is worth by `Worth`, a function of the fit and the
/// candidate's column. Worth is relative to what is unexplained, so that features are told apart
/// where little is.
template <auto Worth>
class RegressionCriterion {
 public:
  RegressionCriterion(const Table& table, std::size_t most, const Context& context)
      : regression_(table, most, context) {}

  void absorb(Feature taken, std::span<const Feature>, const Context& context) {
    regression_.add(taken, 0, context);
    explained_.push_back(regression_.fit().explained());
  }
  double score(Feature candidate) const {
    if (!regression_.is_admissible(candidate)) return -std::numeric_limits<double>::infinity();
    return (regression_.fit().*Worth)(*regression_.column(candidate));
  }

  /// The scores of the result: R2 of the set. Says which features are combinations, too.
  void report(Selection& selection) const {
    double before = 0;
    for (std::size_t i = 0; i < selection.selected.size(); ++i) {
      Selected& step = selection.selected[i];
      // The last feature was not absorbed.
      step.score = i < explained_.size() ? explained_[i]
                                         : std::min(1.0, before + regression_.gain(step.feature));
      step.gain = step.score - before;
      before = step.score;
    }
    selection.combinations = regression_.combinations(selection);
  }

 private:
  TargetRegression regression_;
  std::vector<double> explained_;  // R2 after each feature
};

/// Says how much each selected feature alone explains of each of several targets: R2.
void add_explained_targets(const Table& table, Selection& selection, const Context& context);

/// Forward selection by that criterion.
template <auto Worth>
Selection select_by_regression(const Table& table, const Task& task, const Context& context) {
  RegressionCriterion<Worth> criterion(table, task.k, context);
  Selection selection = forward(criterion, table.features(), task, context);
  criterion.report(selection);
  add_explained_targets(table, selection, context);
  return selection;
}

}  // namespace families
}  // namespace pith
