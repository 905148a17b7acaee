// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/measure/gaussian_kernels.h"

namespace pith {
inline namespace measure {

/// A kernel of the response (the target), known for groups of rows that are alike: classes, or the
/// rows themselves.
struct ResponseKernel {
  std::vector<std::uint32_t> group;  ///< of each row
  std::vector<double> size;          ///< rows in each group, by their weights
  std::vector<double> values;        ///< groups x groups
  std::vector<double> weights;       ///< of the rows; empty: all are 1

  std::size_t groups() const { return size.size(); }
  double rows() const;  ///< by their weights
};

/// 1 / n_c for two rows of class c, otherwise 0. A row of weight 2 counts as two rows.
ResponseKernel class_kernel(std::span<const std::uint32_t> classes,
                            std::span<const double> weights);

/// exp(-(y - y')^2 / (2 m^2)) for the median distance m of two rows; not all numbers are equal. A
/// row of weight 2 counts as two rows. Has a group for each different number.
ResponseKernel gaussian_kernel(std::span<const double> numbers, std::span<const double> weights);

/// Any kernel; `values` has one row and one column per row of the table.
ResponseKernel kernel_of_rows(const MatrixView<const double>& values);

/// The Hilbert-Schmidt independence criterion of a feature kernel K and the response kernel L, as
/// the linear form of K that it is: sum[i < j] w_ij K_ij + sum[i] w_ii K_ii. The weights of two
/// rows depend on their groups alone.
class Hsic {
 public:
  /// tr(K H L H) / (n - 1)^2, H = I - 1/n.
  static Hsic biased(ResponseKernel response);
  /// The U-statistic; needs more than 3 rows:
  /// (tr(KL) + 1'K1 1'L1 / ((n-1)(n-2)) - 2/(n-2) 1'KL1) / (n(n-3)) with diagonals 0.
  static Hsic unbiased(ResponseKernel response);

  std::size_t rows() const { return response_.group.size(); }
  /// out[j - begin] = w_ij for j in [begin, begin + out.size()), and 0 for j <= i and past the end.
  void weights(std::size_t row, std::size_t begin, std::span<double> out) const;
  /// What pairs of a row with itself and with its repetitions add if K_ii is 1 for all rows.
  double of_unit_diagonal() const;

  /// For K_ij = exp(-(x_i - x_j)^2 / (2 sigma^2)). O(n^2).
  double gaussian(std::span<const double> x, double sigma) const;
  /// For K_ij = x_i x_j. O(n + groups^2).
  double linear(std::span<const double> x) const;

 private:
  explicit Hsic(ResponseKernel response);
  double own_weight(std::size_t row) const;

  ResponseKernel response_;       // its values are not those of the kernel but the weights
  std::vector<double> diagonal_;  // for each group: of a row with itself
};

/// The median of |x_i - x_j| over pairs of rows; 1 if it is 0, or if there is no pair. The usual
/// width of a Gaussian kernel. O(n log n).
double median_distance(std::span<const double> x);
/// The same, where a row of weight 2 counts as two rows; no weights: all are 1.
double median_distance(std::span<const double> x, std::span<const double> weights);

/// The HSIC, under Gaussian kernels of width sqrt(|S|), of the response with sets S of features.
class SetHsic {
 public:
  /// `features` has one row per feature. Throws Error(resources) if the copy exceeds the limit.
  SetHsic(Hsic hsic, const MatrixView<const double>& features, const Context& context);

  /// For each of the features: the value for `set` without it. O(n^2 set.size()); empty sets: 0.
  std::vector<double> without_each(std::span<const std::uint32_t> set,
                                   const Context& context) const;
  /// For each place in the list: the value for the features up to there. O(n^2 list.size()).
  std::vector<double> nested(std::span<const std::uint32_t> list, const Context& context) const;

 private:
  /// Adds the pairs of a strip to sums; `room` is for as many numbers as a strip has.
  using AddStrip = std::function<void(const PairStrip& strip, double* room, double* sums)>;
  std::vector<double> sums(std::span<const std::uint32_t> list, const Context& context,
                           const AddStrip& add) const;

  Reservation held_;  // of the copy, and of the sums for all features
  Hsic hsic_;
  std::size_t stride_ = 0;
  std::vector<double> numbers_;  // each feature is padded to full groups of pairs
};

}  // namespace measure
}  // namespace pith
