// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "pith/base/random.h"
#include "pith/measure/entropy.h"

namespace pith {
inline namespace measure {
namespace {

double binary_entropy(double p) {
  return entropy(std::vector<double>{p, 1 - p});
}

TEST(InformationBounds, of_a_binary_symmetric_channel) {
  // Fano's bound is the error of the channel itself.
  const std::vector<double> equal{1, 1};
  for (const double error : {0.5, 0.3, 0.11, 0.01, 1e-6}) {
    const double information = std::numbers::ln2 - binary_entropy(error);
    const double rounding = 1e-15 / std::abs(std::log(error / (1 - error)) + 1e-9);
    EXPECT_NEAR(fano_bound(information, equal), error, std::max(1e-7, rounding));
    EXPECT_NEAR(hellman_raviv_bound(information, equal),
                std::min(0.5, binary_entropy(error) / std::log(4)), 1e-15);
  }
}

TEST(InformationBounds, of_a_symmetric_channel_of_many_classes) {
  // The error is spread evenly over the wrong classes, for which Fano's bound is exact.
  const std::vector<double> equal{2, 2, 2, 2, 2};
  for (const double error : {0.7, 0.4, 0.05}) {
    const std::vector<double> given{1 - error, error / 4, error / 4, error / 4, error / 4};
    const ErrorBounds bounds = information_error(std::log(5) - entropy(given), equal);
    EXPECT_NEAR(bounds.lower, error, 1e-12);
    EXPECT_GE(bounds.upper, error);
  }
}

TEST(InformationBounds, of_an_erasure_channel) {
  // A share of the rows has no information, and half of them are wrong: the upper bound is exact.
  const std::vector<double> equal{1, 1};
  const double erased = 0.3;
  const double information = (1 - erased) * std::numbers::ln2;
  EXPECT_NEAR(hellman_raviv_bound(information, equal), erased / 2, 1e-15);
  EXPECT_LT(fano_bound(information, equal), erased / 2);
}

TEST(InformationBounds, without_information_are_at_most_the_error_of_the_largest_class) {
  const ErrorBounds equal = information_error(0, std::vector<double>{3, 3, 3});
  EXPECT_NEAR(equal.lower, 2.0 / 3, 1e-7);
  EXPECT_NEAR(equal.upper, 2.0 / 3, 1e-15);
  const ErrorBounds skewed = information_error(0, std::vector<double>{8, 1, 1});
  EXPECT_NEAR(skewed.upper, 0.2, 1e-15);
  EXPECT_NEAR(skewed.lower, 0.2, 1e-12);  // both wrong classes are equally frequent
  const ErrorBounds uneven = information_error(0, std::vector<double>{7, 2, 1});
  EXPECT_LT(uneven.lower, 0.3);
  EXPECT_NEAR(uneven.upper, 0.3, 1e-15);
}

TEST(InformationBounds, are_zero_for_all_information_and_for_more) {
  const std::vector<double> weights{5, 3, 2};
  for (const double more : {0.0, 1.0, 1e10}) {
    const ErrorBounds bounds = information_error(entropy(weights) + more, weights);
    EXPECT_EQ(bounds.lower, 0);
    EXPECT_EQ(bounds.upper, 0);
  }
}

TEST(InformationBounds, ignore_absent_classes_and_the_scale_of_weights) {
  const ErrorBounds bounds = information_error(0.2, std::vector<double>{0.4, 0.6});
  const ErrorBounds same = information_error(0.2, std::vector<double>{400, 0, 600});
  EXPECT_NEAR(bounds.lower, same.lower, 1e-14);
  EXPECT_NEAR(bounds.upper, same.upper, 1e-14);
  for (const std::vector<double>& single : {std::vector<double>{5}, std::vector<double>{0, 3}}) {
    EXPECT_EQ(information_error(0, single).lower, 0);
    EXPECT_EQ(information_error(0, single).upper, 0);
  }
}

TEST(InformationBounds, take_a_negative_estimate_as_none) {
  const std::vector<double> weights{5, 3, 2};
  EXPECT_EQ(information_error(-1, weights).lower, information_error(0, weights).lower);
  EXPECT_EQ(information_error(-1, weights).upper, information_error(0, weights).upper);
}

TEST(InformationBounds, enclose_the_error_of_random_channels) {
  const Random random(7, 0);
  std::uint64_t at = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t classes = 2 + random.below(at++, 4);
    const std::size_t levels = 1 + random.below(at++, 6);
    std::vector<double> weights(classes);
    double error = 0;
    double conditional = 0;
    double sum = 0;
    for (std::size_t level = 0; level < levels; ++level) {
      std::vector<double> cell(classes);
      double all = 0;
      double most = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        cell[c] = std::pow(random.uniform(at++), 4);
        weights[c] += cell[c];
        all += cell[c];
        most = std::max(most, cell[c]);
      }
      conditional += all * entropy(cell);
      error += all - most;
      sum += all;
    }
    const ErrorBounds bounds = information_error(entropy(weights) - conditional / sum, weights);
    EXPECT_LE(bounds.lower, error / sum + 1e-12);
    EXPECT_GE(bounds.upper, error / sum - 1e-12);
  }
}

}  // namespace
}  // namespace measure
}  // namespace pith
