// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/log_sum.h"

#include <gtest/gtest.h>

#include <vector>

namespace pith {
namespace {

TEST(LogSum, is_the_logarithm_of_the_sum) {
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{std::log(2.0), std::log(3.0)}), std::log(5.0));
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector<double>{-INFINITY, -1e5}), -1e5);
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{1e5, 1e5}), 1e5 + std::log(2.0));
}

TEST(LogSum, normalised_logarithms_belong_to_probabilities) {
  std::vector<double> logs{std::log(1.0) - 1e6, std::log(3.0) - 1e6, -INFINITY};
  normalise_logs(logs);
  EXPECT_NEAR(logs[0], std::log(0.25), 1e-9);
  EXPECT_NEAR(logs[1], std::log(0.75), 1e-9);
  EXPECT_EQ(logs[2], -INFINITY);
  std::vector far{-1e290, 0.0};
  normalise_logs(far);
  EXPECT_EQ(far, (std::vector{-1e290, 0.0}));
}

}  // namespace
}  // namespace pith
