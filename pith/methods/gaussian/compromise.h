// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "pith/methods/gaussian/conditional_variances.h"
#include "pith/methods/gaussian/model.h"

namespace pith {
inline namespace families {

/// The values of a set under the Gaussian compromise; entropies lack the constant and the units of
/// the features. `is_capped`: every class is capped, H* - H_y >= -log p_y.
struct CompromiseValues {
  double information = 0;  ///< sum[y] p_y min(H* - H_y, -log p_y), at most H(y)
  double fitted = 0;       ///< sum[y] p_y (H* - H_y)
  double entropy = 0;      ///< sum[y] p_y min(H*, H_y - log p_y)
  bool is_capped = true;
};

/// Computes the values from log |T|, and log |S_y| as own(y).
template <class Own>
CompromiseValues compromise_values(double total, Own own, std::span<const double> priors,
                                   std::span<const double> log_priors) {
  CompromiseValues values;
  for (std::size_t y = 0; y < priors.size(); ++y) {
    const double within = own(y);
    const double gap = 0.5 * (total - within);
    values.fitted += priors[y] * gap;
    values.information += priors[y] * std::min(gap, -log_priors[y]);
    values.entropy += priors[y] * std::min(0.5 * total, 0.5 * within - log_priors[y]);
    values.is_capped = values.is_capped && gap >= -log_priors[y];
  }
  return values;
}

/// The constant of an entropy of `size` features: size/2 (1 + log 2 pi).
double entropy_constant(std::size_t size);

/// Variances of T and of the classes, including the ridge, before any feature is selected.
ConditionalVariances unconditional_variances(const GaussianModel& model);

/// The criteria of the Gaussian compromise for every candidate x while the set S grows (see
/// CompromiseValues): H* and H_y are the entropies of the features S, x under the Gaussian of all
/// rows and that of class y. Ties of `information` are broken by `fitted`.
class GaussianCompromise {
 public:
  enum class Criterion { information, fitted, entropy };

  GaussianCompromise(const GaussianModel& model, Criterion criterion);

  std::size_t features() const { return model_.features(); }
  /// False for a constant, and for a linear combination of selected features.
  bool is_admissible(Feature j) const {
    return !model_.is_constant(j) && !variances_.is_exhausted(0, j);
  }
  bool is_constant(Feature j) const { return model_.is_constant(j); }
  /// Minus infinity if the candidate is not admissible.
  double score(Feature j) const { return scores_[j]; }
  /// Capped values are equal once all classes are capped; the fitted ones are not.
  double tie_break(Feature j) const { return criterion_ == Criterion::information ? fits_[j] : 0; }
  /// Whether every class of S, x is capped: H* - H_y >= -log p_y.
  bool is_capped(Feature j) const { return is_capped_[j] != 0; }

  std::size_t steps() const { return variances_.steps(); }
  std::size_t rows() const { return variances_.models(); }
  /// The steps of a search, for features [begin, end) at a time (see GaussianSearch). fill()
  /// computes the unconditional covariances of a pivot.
  void fill(PivotColumn& column, const ScatterColumns& scatter, std::size_t place,
            std::size_t begin, std::size_t end) const;
  void condition(std::span<PivotColumn* const> columns, std::size_t upto, std::size_t begin,
                 std::size_t end) const {
    variances_.condition(columns, upto, begin, end);
  }
  PivotColumn& take(PivotColumn column);
  void update(std::size_t begin, std::size_t end);

  /// The same criterion for a subset of the features, numbered by their position in the list.
  GaussianCompromise restricted(std::span<const Feature> features) const;

  const GaussianModel& model() const { return model_; }
  const ConditionalVariances& variances() const { return variances_; }

 private:
  GaussianCompromise(GaussianModel model, ConditionalVariances variances, Criterion criterion,
                     double log_units);
  void evaluate(std::size_t begin, std::size_t end);

  GaussianModel model_;
  ConditionalVariances variances_;  // model 0: all rows; 1 + y: class y
  Criterion criterion_;
  double log_units_ = 0;  // of the selected features
  std::vector<double> log_priors_;
  std::vector<double> scores_;
  std::vector<double> fits_;
  std::vector<char> is_capped_;
};

}  // namespace families
}  // namespace pith
