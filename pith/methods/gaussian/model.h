// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/stats/source.h"

namespace pith {
inline namespace families {

struct GaussianOptions {
  double shrinkage = 0.5;         ///< share of the pooled covariance in each class, 0 to 1
  double ridge = 0;               ///< variance of added noise, relative to that of the feature
  bool has_equal_priors = false;  ///< else class frequencies
  bool is_standardized = true;    ///< entropies are those of features scaled to variance 1
};

/// A Gaussian for each class y, and one, T, for all rows, after Lefakis and Fleuret (2016). With
/// priors p, class means m_y, covariances S_y (divisor n_y, the only one for which T is the
/// covariance of the pooled rows) and d_y = m_y - sum[c] p_c m_c:
///   W = sum[c] p_c S_c,  S_y <- (1 - shrinkage) S_y + shrinkage W,
///   T = W + sum[c] p_c d_c d_c',
/// and ridge * T_jj on each diagonal. Features are measured in units of powers of two.
class GaussianModel {
 public:
  GaussianModel(const PanelMoments& moments, const GaussianOptions& options);

  std::size_t features() const { return features_; }
  std::size_t classes() const { return priors_.size(); }
  std::span<const double> priors() const { return priors_; }
  double ridge() const { return options_.ridge; }
  bool is_constant(Feature feature) const { return is_constant_[feature] != 0; }

  /// Upper bounds on the ranks of T, of the covariance of class c, and of that of the other
  /// classes.
  std::size_t total_rank() const;
  std::size_t class_rank(std::size_t c) const;
  std::size_t rest_rank(std::size_t c) const;

  /// d_c of every feature.
  std::span<const double> offsets(std::size_t c) const {
    return std::span(offsets_).subspan(c * features_, features_);
  }
  /// The diagonals, without the ridge.
  double total_variance(Feature feature) const { return total_[feature]; }
  double class_variance(std::size_t c, Feature feature) const {
    return within_[c * features_ + feature];
  }
  /// The term of the entropy that comes from the scale: h(x) = h(x in its unit) + log_unit.
  double log_unit(Feature feature) const { return log_unit_[feature]; }

  /// Covariances of a pivot with the features [begin, end), from its scatter: those of T in
  /// rows[0], rows[1], ..., those of S_c from rows[(1 + c) * stride] on.
  void covariances(Feature pivot, const ScatterColumns& scatter, std::size_t place,
                   std::size_t begin, std::size_t end, double* rows, std::size_t stride) const;

  /// The model of a subset of the features, numbered by their position in the list.
  GaussianModel restricted(std::span<const Feature> features) const;

 private:
  GaussianModel() = default;

  GaussianOptions options_;
  std::size_t features_ = 0;
  std::vector<std::size_t> distinct_rows_;  // of each class
  std::vector<double> weights_;             // n_c
  std::vector<double> priors_;
  std::vector<double> offsets_;  // [class * features + feature], as are the variances
  std::vector<double> within_;
  std::vector<double> total_;
  std::vector<double> log_unit_;
  std::vector<char> is_constant_;
};

}  // namespace families
}  // namespace pith
