// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "pith/methods/regression/stepwise_fit.h"
#include "pith/search/selection.h"
#include "pith/stats/feature_vectors.h"

namespace pith {
inline namespace families {

/// A regression of the classes of a table on its features, none of which is in the model yet. Row
/// weights are part of the vectors: a row of weight 2 equals the row twice.
class ClassRegression {
 public:
  ClassRegression(const Table& table, const Context& context);

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
  std::vector<std::size_t> columns_;
  StepwiseFit fit_;
};

}  // namespace families
}  // namespace pith
