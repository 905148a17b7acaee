// SPDX-License-Identifier: Apache-2.0
#include "pith/base/exponential.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace pith {
namespace {

TEST(BoundedExp, equals_exp_to_the_last_digits) {
  for (double x = -707.9; x < 707.9; x += 0.0137) {
    const double expected = std::exp(x);
    EXPECT_NEAR(bounded_exp(x) / expected, 1.0, 4.5e-16) << x;
  }
  EXPECT_EQ(bounded_exp(0.0), 1.0);
  EXPECT_EQ(bounded_exp(-0.0), 1.0);
}

TEST(BoundedExp, stays_between_its_bounds) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(std::log(bounded_exp(-infinity)), -708, 1e-9);
  EXPECT_NEAR(std::log(bounded_exp(infinity)), 708, 1e-9);
  EXPECT_EQ(bounded_exp(-1e300), bounded_exp(-infinity));
}

TEST(BoundedExp, is_the_same_for_single_values_and_arrays) {
  std::vector<double> values;
  for (double x = -50; x < 50; x += 0.37)
    values.push_back(x);
  std::vector<double> powers = values;
  bounded_exp(powers);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(powers[i], bounded_exp(values[i]));
}

}  // namespace
}  // namespace pith
