// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/kernel_sums.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "pith/base/exponential.h"
#include "pith/base/random.h"

namespace pith {
inline namespace families {
namespace {

/// The twin: one term after the other.
double plain_sum(const Kernels& kernels, double u, double v) {
  double sums[kernel_lanes] = {};
  for (std::size_t i = 0; i < kernels.weights.size(); ++i) {
    const double du = u - kernels.u[i];
    double square = du * du;
    if (!kernels.v.empty()) square += (v - kernels.v[i]) * (v - kernels.v[i]);
    sums[i % kernel_lanes] += kernels.weights[i] * bounded_exp(-0.5 * square);
  }
  return std::accumulate(sums, sums + kernel_lanes, 0.0);
}

TEST(KernelSum, has_the_bits_of_one_term_after_the_other) {
  const Random random(1, 0);
  for (const std::size_t size : {0U, 4U, 8U, 12U, 36U, 100U, 516U}) {
    std::vector<double> weights(size);
    std::vector<double> u(size);
    std::vector<double> v(size);
    for (std::size_t i = 0; i < size; ++i) {
      weights[i] = i + 3 < size ? random.uniform(3 * i) : 0.0;
      u[i] = 60 * random.uniform(3 * i + 1) - 30;  // also terms that underflow
      v[i] = 6 * random.uniform(3 * i + 2) - 3;
    }
    for (const double at : {-31.0, -0.5, 0.0, 2.25, 17.0}) {
      const Kernels line = {.weights = weights, .u = u, .v = {}};
      EXPECT_EQ(kernel_sum(line, at, 0), plain_sum(line, at, 0)) << size;
      const Kernels plane = {.weights = weights, .u = u, .v = v};
      EXPECT_EQ(kernel_sum(plane, at, -at), plain_sum(plane, at, -at)) << size;
    }
  }
}

}  // namespace
}  // namespace families
}  // namespace pith
