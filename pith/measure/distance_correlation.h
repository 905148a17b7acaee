// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pith/data/column.h"

namespace pith {
inline namespace measure {

/// Distance correlations of numbers with one target, after Szekely, Rizzo and Bakirov (2007):
///   dCov^2(x,y) = mean[i,j] a_ij b_ij + mean[i,j] a_ij mean[i,j] b_ij - 2 mean[i] a_i b_i,
/// with a and b the distances of two rows in x and y and a_i, b_i their means over j; dCor =
/// sqrt(dCov^2(x,y) / sqrt(dCov^2(x,x) dCov^2(y,y))). Distances of numbers are |y_i - y_j|, and of
/// classes [y_i != y_j]: for two classes that is |y_i - y_j| of 0 and 1. A row of weight w counts
/// as w rows. O(n log n) for each column (Huo and Szekely 2016), O(n) after sorting for classes.
class DistanceTarget {
 public:
  /// `target` is numeric or categorical, without missing values; `weights` is empty or has one
  /// entry per row and must outlive this.
  DistanceTarget(const Column& target, std::span<const double> weights);

  /// The memory that correlation() takes, and the object itself, for each row.
  static constexpr std::uint64_t bytes = 16 * sizeof(double);

  /// Between 0 and 1; 0 where the numbers or the target are constant.
  double correlation(std::span<const double> numbers) const;

 private:
  struct Entry {
    double number = 0;
    std::uint32_t row = 0;
  };
  double weight(std::size_t row) const { return weights_.empty() ? 1.0 : weights_[row]; }
  /// sum[i,j] w_i w_j |x_i - x_j| b_ij for rows in ascending order of x.
  double product(std::span<const Entry> sorted) const;
  double product_with_numbers(std::span<const Entry> sorted) const;
  double product_with_classes(std::span<const Entry> sorted) const;

  std::span<const double> weights_;
  double weight_ = 0;                 // of all rows
  std::vector<double> numbers_;       // of a numeric target, about its mean, in its deviations
  std::vector<std::uint32_t> codes_;  // classes, or ranks of numbers from 1 on; ties are equal
  std::size_t levels_ = 0;            // of the codes
  std::vector<double> means_;         // b_i
  double mean_ = 0;                   // of all b_ij
  double variance_ = 0;               // dCov^2(y,y)
};

}  // namespace measure
}  // namespace pith
