// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/vector_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

std::vector<double> uniform(std::size_t count, std::uint64_t stream) {
  const Random random(1, stream);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = random.uniform(i) - 0.5;
  return numbers;
}

TEST(VectorKernels, sum_as_a_plain_loop_does) {
  for (const std::size_t count : {0U, 1U, 7U, 15U, 16U, 17U, 63U, 160U, 1001U}) {
    const auto x = uniform(count, 0);
    const auto y = uniform(count, 1);
    const auto z = uniform(count, 2);
    double two = 0;
    double three = 0;
    double curvature = 0;
    for (std::size_t i = 0; i < count; ++i) {
      two += x[i] * y[i];
      three += x[i] * y[i] * z[i];
      curvature += x[i] * x[i] * z[i];
    }
    EXPECT_NEAR(dot(x.data(), y.data(), count), two, 1e-13);
    EXPECT_NEAR(dot(x.data(), y.data(), z.data(), count), three, 1e-13);
    const SlopeAndCurvature both = slope_and_curvature(x.data(), y.data(), z.data(), count);
    EXPECT_EQ(both.slope, dot(x.data(), y.data(), count));
    EXPECT_NEAR(both.curvature, curvature, 1e-13);
    auto sum = y;
    add_multiple(0.3, x.data(), sum.data(), count);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(sum[i], y[i] + 0.3 * x[i]);
  }
}

}  // namespace
}  // namespace pith
