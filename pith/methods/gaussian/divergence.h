// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/methods/gaussian/conditional_variances.h"
#include "pith/methods/gaussian/model.h"

namespace pith {
inline namespace families {

/// The criteria based on Kullback-Leibler divergences, for every candidate x while the set S grows.
/// Each class y is compared with the rest of the classes, whose Gaussian is R_y:
///   information  mean[y] p_y KL(S_y||R_y) + (1 - p_y) KL(R_y||S_y)
///   entropy      information + mean[y] p_y H(S_y) + (1 - p_y) H(R_y)
/// both without the constants of the bounds. With two classes, one problem is enough.
///
/// Each divergence is a pair of Gaussians (b; a): features are regressed on S under b, with e_j the
/// residual of feature j, and measured by M = a + d d', the second moments of a about b's mean.
/// With ehat the residual of a selected feature over the root of its variance under b, and
///   l_j = b(ehat, e_j),  h_j = M(ehat, e_j),  q = M(ehat, ehat),
/// selecting it means
///   b(e_i, e_j) -= l_i l_j,  M(e_i, e_j) -= l_i h_j + l_j (h_i - l_i q),  tr(b^-1 M) += q.
class GaussianDivergence {
 public:
  enum class Criterion { information, entropy };

  GaussianDivergence(const GaussianModel& model, Criterion criterion);

  std::size_t features() const { return model_.features(); }
  bool is_admissible(Feature j) const {
    return !model_.is_constant(j) && !variances_.is_exhausted(0, j);
  }
  bool is_constant(Feature j) const { return model_.is_constant(j); }
  double score(Feature j) const { return scores_[j]; }
  double tie_break(Feature) const { return 0; }

  std::size_t steps() const { return variances_.steps(); }
  /// The rows of a column: T, then b of each pair, then M of each pair.
  std::size_t rows() const { return 1 + 2 * pairs(); }
  void fill(PivotColumn& column, const ScatterColumns& scatter, std::size_t place,
            std::size_t begin, std::size_t end) const;
  void condition(std::span<PivotColumn* const> columns, std::size_t upto, std::size_t begin,
                 std::size_t end) const;
  PivotColumn& take(PivotColumn column);
  void update(std::size_t begin, std::size_t end);
  GaussianDivergence restricted(std::span<const Feature> features) const;

  const GaussianModel& model() const { return model_; }

 private:
  GaussianDivergence(GaussianModel model, ConditionalVariances variances, Criterion criterion);
  std::size_t pairs() const { return weights_.size(); }
  void evaluate(std::size_t begin, std::size_t end);

  GaussianModel model_;
  ConditionalVariances variances_;  // model 0: all rows; 1 + pair: its b; h in the rows after them
  Criterion criterion_;
  std::vector<double> weights_;  // of the pairs
  std::vector<double> moments_;  // M(e_j, e_j), [pair * features + feature]
  std::vector<double> traces_;   // tr(b^-1 M) of the selected features
  std::vector<double> shares_;   // q of each selected feature, [step * pairs + pair]
  double log_units_ = 0;         // of the selected features
  std::vector<double> scores_;
};

}  // namespace families
}  // namespace pith
