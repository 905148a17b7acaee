// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace pith {
inline namespace families {

/// Weighted Gaussian kernels at points of a line or a plane. The numbers are as many, a multiple of
/// kernel_lanes; points that fill the last lanes have weight 0.
struct Kernels {
  std::span<const double> weights;
  std::span<const double> u;
  std::span<const double> v;  ///< empty: a line
};

/// The number of partial sums: term i is added to sum i modulo this, in order.
constexpr std::size_t kernel_lanes = 4;

/// sum[j] w_j exp(-((u - u_j)^2 + (v - v_j)^2) / 2), with the exponential of bounded_exp(). The
/// bits are the same with any instruction set.
double kernel_sum(const Kernels& kernels, double u, double v);

}  // namespace families
}  // namespace pith
