// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {

/// The smallest and the largest of some values.
template <class T>
struct Extremes {
  T low = 0;
  T high = 0;
};

/// There is at least one value, and none is NaN.
Extremes<std::uint8_t> extremes_of(std::span<const std::uint8_t> values);
Extremes<float> extremes_of(std::span<const float> values);
Extremes<double> extremes_of(std::span<const double> values);

/// Values in consecutive runs of these sizes: counts[i] is how many of run i are at most `limit`.
void count_at_most(const std::uint8_t* values, std::span<const std::uint32_t> sizes,
                   std::uint8_t limit, std::uint32_t* counts);
void count_at_most(const float* values, std::span<const std::uint32_t> sizes, float limit,
                   std::uint32_t* counts);
void count_at_most(const double* values, std::span<const std::uint32_t> sizes, double limit,
                   std::uint32_t* counts);

/// Where a node of a regression tree is best split.
struct BestCut {
  std::size_t place = 0;  ///< the first `place` values go left; 0: nowhere
  double gain = 0;        ///< sum_l^2 / n_l + sum_r^2 / n_r of the sides
};

/// The values of a node in order of a feature, up to each of them.
struct CutSums {
  std::span<const double> sums;            ///< sums[i]: of the residuals 0..i
  std::span<const double> sizes;           ///< of the rows 0..i, or of their weights
  std::span<const std::uint32_t> numbers;  ///< equal where the values of the feature are equal
};

/// The first cut of the largest gain, among those between different values.
BestCut best_cut(const CutSums& node);

}  // namespace pith
