// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/methods/gaussian/conditional_variances.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace families {

struct ResponseOptions {
  double shrinkage =
      0;             ///< share of the diagonal in the covariance of features and targets, 0 to 1
  double ridge = 0;  ///< variance of added noise, relative to that of the feature
};

/// The features of a table followed by its numeric targets, as the features of a table without a
/// target; shares the columns.
Table features_and_targets(const Table& table);

/// One Gaussian for features and numeric targets, with covariance
///   C <- (1 - shrinkage) C + shrinkage diag(C)
/// and ridge * C_jj on the diagonal of each feature. Features are measured in units of powers of
/// two, and targets in linear combinations of covariance 1; targets that depend linearly on others
/// are left out.
class ResponseModel {
 public:
  /// `scatter` is that of features_and_targets(), and `features` is the number of features.
  ResponseModel(const Scatter& scatter, std::size_t features, const ResponseOptions& options,
                const Context& context);

  std::size_t features() const { return variances_.size(); }
  /// The number of combinations of targets.
  std::size_t targets() const { return targets_; }
  bool is_constant(Feature feature) const { return is_constant_[feature] != 0; }
  /// An upper bound on the rank of the covariance of the features.
  std::size_t total_rank() const { return rank_; }
  /// With the ridge.
  double variance(Feature feature) const { return variances_[feature]; }
  /// Covariances of target t with every feature.
  std::span<const double> loads(std::size_t t) const {
    return std::span(loads_).subspan(t * features(), features());
  }

  /// Covariances of a pivot with the features [begin, end), from its scatter.
  void covariances(const ScatterColumns& scatter, std::size_t place, std::size_t begin,
                   std::size_t end, double* row) const;

  /// The model of a subset of the features, numbered by their position in the list.
  ResponseModel restricted(std::span<const Feature> features) const;

 private:
  ResponseModel() = default;

  double factor_ = 0;  // from sums of products to covariances
  std::size_t rank_ = 0;
  std::size_t targets_ = 0;
  std::vector<double> variances_;
  std::vector<double> loads_;  // [target * features + feature]
  std::vector<char> is_constant_;
};

/// The information of the features S, x about the targets Y for every candidate x while the set S
/// grows:
///   I(S,x;Y) = I(S;Y) - 1/2 log(1 - c'V^-1 c / v)
/// with v the variance of x given S, c its covariances with the targets given S, and V the
/// covariance of the targets given S. For one target, that is -1/2 log(1 - R2). A combination of
/// targets of which less than 1e-10 is left is explained: what remains is rounding, and counts as
/// 1e-10.
class GaussianResponse {
 public:
  explicit GaussianResponse(const ResponseModel& model);

  std::size_t features() const { return model_.features(); }
  /// False for a constant, and for a linear combination of selected features.
  bool is_admissible(Feature j) const {
    return !model_.is_constant(j) && !variances_.is_exhausted(0, j);
  }
  bool is_constant(Feature j) const { return model_.is_constant(j); }
  /// Minus infinity if the candidate is not admissible.
  double score(Feature j) const { return scores_[j]; }
  double tie_break(Feature j) const { return scores_[j]; }
  /// Whether S, x explain every target.
  bool is_capped(Feature j) const { return is_capped_[j] != 0; }

  std::size_t steps() const { return variances_.steps(); }
  std::size_t rows() const { return 1; }
  /// The steps of a search, for features [begin, end) at a time (see GaussianSearch).
  void fill(PivotColumn& column, const ScatterColumns& scatter, std::size_t place,
            std::size_t begin, std::size_t end) const {
    model_.covariances(scatter, place, begin, end, column.row(0) + begin);
  }
  void condition(std::span<PivotColumn* const> columns, std::size_t upto, std::size_t begin,
                 std::size_t end) const {
    variances_.condition(columns, upto, begin, end);
  }
  PivotColumn& take(PivotColumn column);
  void update(std::size_t begin, std::size_t end);

  /// The same criterion for a subset of the features, numbered by their position in the list.
  GaussianResponse restricted(std::span<const Feature> features) const;

  const ResponseModel& model() const { return model_; }

 private:
  GaussianResponse(ResponseModel model, ConditionalVariances variances);
  /// Factors what is left of the targets.
  void factor();
  /// The squared multiple correlation of a candidate with what is left of the targets.
  double explained(std::size_t j, std::vector<double>& room) const;
  void evaluate(std::size_t begin, std::size_t end);

  ResponseModel model_;
  ConditionalVariances variances_;
  std::vector<double> loads_;      // given S, [target * features + feature]
  std::vector<double> left_;       // V, row-major
  std::vector<std::size_t> kept_;  // the targets of the factor, of largest variance first
  std::vector<double> factor_;     // lower triangular, [place * targets + place]
  double largest_ = 1;             // variance of a target given S
  std::vector<double> shares_;     // of the feature taken last: its covariances over its deviation
  double information_ = 0;         // I(S;Y)
  std::vector<double> scores_;
  std::vector<char> is_capped_;
};

}  // namespace families
}  // namespace pith
