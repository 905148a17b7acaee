// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/stats/source.h"

namespace pith {

struct GaussianOptions {
  double shrinkage = 0.5;         ///< share of the pooled covariance in each class, 0 to 1
  double ridge = 0;               ///< variance of added noise, in variances of the feature
  bool has_equal_priors = false;  ///< each class counts alike; else by its rows
  bool is_standardized = true;    ///< entropies are those of features of variance 1
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

  /// No more directions than these have a variance of their own: under T, in class c, and in the
  /// rest of the classes.
  std::size_t total_rank() const;
  std::size_t class_rank(std::size_t c) const;
  std::size_t rest_rank(std::size_t c) const;

  /// d_c of every feature.
  std::span<const double> offsets(std::size_t c) const {
    return std::span(offsets_).subspan(c * features_, features_);
  }
  /// The diagonals, without ridge.
  double total_variance(Feature feature) const { return total_[feature]; }
  double class_variance(std::size_t c, Feature feature) const {
    return within_[c * features_ + feature];
  }
  /// What the logarithm of the scale adds to an entropy: h(x) = h(x in its unit) + log_unit.
  double log_unit(Feature feature) const { return log_unit_[feature]; }

  /// Covariances of a pivot with the features [begin, end), from its scatter: those of T in
  /// rows[0], rows[1], ..., those of S_c from rows[(1 + c) * stride] on.
  void covariances(Feature pivot, const ScatterColumns& scatter, std::size_t place,
                   std::size_t begin, std::size_t end, double* rows, std::size_t stride) const;

  /// The model of some features alone, numbered by their place in the list.
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

}  // namespace pith
