// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/eigensystem.h"
#include "pith/methods/gaussian/compromise.h"
#include "pith/search/ranking.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace families {

/// The Gaussian compromise for forward(), which computes conditional variances only if a bound does
/// not rule the candidate out. It selects the same features as GaussianCompromise, and counts the
/// evaluations: the search of section 4 of Lefakis and Fleuret (2016).
///
/// Information: the bounds (18) on c' A^-1 c, with A the covariance of S and c that of S and x,
///   |c|^2 / largest eigenvalue <= c' A^-1 c <= |c|^2 / smallest eigenvalue,
/// bound v from above under T and from below in each class, and so the score from above. (The
/// paper's (19) has the two exchanged, and leaves the priors out.) Candidates are tried in their
/// order; the bounds are replaced by exact variances one model after the other.
///
/// Entropy: it increases with the variances, which only decrease as S grows, so that values of
/// earlier steps are upper bounds. Candidates are tried in the order of their bounds.
class PrunedCompromise {
 public:
  static constexpr bool is_joint = true;
  using Criterion = GaussianCompromise::Criterion;

  /// Without `is_pruning`, every candidate is evaluated, which is necessary to count capped ones.
  PrunedCompromise(std::unique_ptr<const Scatter> scatter, GaussianModel model, Criterion criterion,
                   const Task& task, bool is_pruning);
  /// The memory of a search for k features.
  static std::uint64_t bytes(const Scatter& scatter, const GaussianModel& model, std::size_t k);

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context);
  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context& context);
  /// The number of candidates that were ruled out in the last call of contenders().
  std::size_t pruned() const;
  void update(Feature feature, const Context& context);
  double score(Feature candidate) const { return scores_[candidate]; }
  double tie_break(Feature candidate) const {
    return criterion_ == Criterion::information ? fits_[candidate] : 0;
  }

  std::size_t features() const { return model_.features(); }
  bool is_constant(Feature j) const { return model_.is_constant(j); }
  /// Exact: updates the candidate.
  bool is_admissible(Feature j);
  bool is_capped(Feature j) const { return is_capped_[j] != 0; }

  /// For each step, the number of candidates for which m = 0, 1, ... conditional variances were
  /// computed.
  const std::vector<std::vector<std::size_t>>& evaluated() const { return evaluated_; }

 private:
  std::size_t models() const { return 1 + model_.classes(); }
  bool is_exhausted(std::size_t model, Feature j) const;
  double variance(std::size_t model, Feature j) const;
  void make_exact(std::size_t model, Feature j);
  void evaluate(Feature j);
  /// The score of j with exact variances of the first `exact` models, and bounds for the others.
  double bound(Feature j, std::size_t exact) const;
  double bounded_variance(std::size_t model, Feature j) const;
  double score_of(const CompromiseValues& values, Feature j) const;
  std::size_t try_candidate(Feature j, double best);
  void add_to_bounds(const PivotColumn& column);
  PivotColumn column_of(Feature pivot, std::span<const Feature> candidates, const Context& context);

  std::unique_ptr<const Scatter> scatter_;
  GaussianModel model_;
  Criterion criterion_;
  bool is_pruning_;
  std::size_t max_steps_;
  std::vector<double> log_priors_;
  std::vector<double> diagonal_;   // [model * features + feature], as are the next four
  std::vector<double> variances_;  // given the first `steps` selected features
  std::vector<std::size_t> steps_;
  std::vector<double> squares_;  // |c|^2
  std::vector<double> rows_;     // Cholesky rows, [(model * features + feature) * max_steps + s]
  std::vector<double> floors_;
  std::vector<std::size_t> ranks_;     // of the models
  std::vector<PivotColumn> selected_;  // unconditional covariances
  std::vector<double> inverse_roots_;  // [step * models + model]
  std::vector<double> log_determinants_;
  std::vector<Eigensystem> systems_;  // of each model, where the criterion is information
  double log_units_ = 0;
  std::vector<double> scores_;
  std::vector<double> fits_;
  std::vector<char> is_capped_;
  std::map<Feature, PivotColumn> columns_;  // read but not used yet
  std::vector<std::vector<std::size_t>> evaluated_;
};

}  // namespace families
}  // namespace pith
