// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/entropy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace pith {
inline namespace measure {
namespace {

TEST(Entropy, of_equal_counts_is_the_logarithm_of_their_number) {
  EXPECT_NEAR(entropy(std::vector<double>{5, 5, 5, 5}), std::log(4), 1e-15);
  EXPECT_NEAR(entropy(std::vector<double>{1, 1}), std::log(2), 1e-15);
}

TEST(Entropy, of_a_single_level_is_zero) {
  EXPECT_EQ(entropy(std::vector<double>{7, 0, 0}), 0);
  EXPECT_EQ(entropy(std::vector<double>{}), 0);
  EXPECT_EQ(entropy(std::vector<double>{0, 0}), 0);
}

TEST(Entropy, agrees_with_the_definition) {
  const double p = 0.3;
  EXPECT_NEAR(entropy(std::vector<double>{3, 7}), -p * std::log(p) - (1 - p) * std::log(1 - p),
              1e-15);
}

TEST(Entropy, does_not_depend_on_the_scale_of_the_counts) {
  EXPECT_NEAR(entropy(std::vector<double>{0.3, 0.7}), entropy(std::vector<double>{3, 7}), 1e-15);
}

}  // namespace
}  // namespace measure
}  // namespace pith
