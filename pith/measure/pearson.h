// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace measure {

/// Pearson correlations of numbers with one target, in one pass over the numbers: blocks of rows
/// are centred on their own means and merged by Chan's formula, so that neither a large mean nor
/// many rows lose precision.
class PearsonTarget {
 public:
  /// `target` must be finite; `weights` is empty or has one entry per row and must outlive this.
  PearsonTarget(std::span<const double> target, std::span<const double> weights);

  /// Between -1 and 1; 0 where the numbers or the target are constant.
  double correlation(std::span<const double> numbers) const;

  /// The sum of the weights.
  double weight() const { return weight_; }

 private:
  struct Block {
    double weight = 0;
    double mean = 0;  // of the target
  };
  struct Moments;
  Moments moments_of(std::span<const double> numbers, double origin, std::size_t begin,
                     std::size_t end) const;

  std::span<const double> weights_;
  std::vector<double> centred_;  // the target about the mean of its block, times the weights
  std::vector<Block> blocks_;
  double weight_ = 0;
  double deviation_ = 0;  // root of the sum of squared deviations of the target
};

/// F of the simple regression: r^2 / (1 - r^2) x (n - 2), with n the sum of the weights. 0 if
/// there are no more than two rows; infinity where the correlation is 1 but for rounding.
double regression_f(double correlation, double n);

}  // namespace measure
}  // namespace pith
