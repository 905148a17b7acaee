// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/correlation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/tables.h"

namespace pith {
inline namespace measure {
namespace {

double correlation_of(const std::vector<double>& numbers, const std::vector<std::uint32_t>& classes,
                      std::size_t count) {
  ClassMoments moments(count);
  moments.update(numbers, codes_column(classes), {});
  return class_correlation(moments);
}

TEST(ClassCorrelation, of_two_classes_is_the_correlation_with_their_codes) {
  // About their means, products sum to 2.5, squares to 8.75 and 1.
  EXPECT_NEAR(correlation_of({1, 2, 3, 5}, {0, 0, 1, 1}, 2), 2.5 / std::sqrt(8.75), 1e-14);
  EXPECT_NEAR(correlation_of({0, 0, 1, 1}, {0, 0, 1, 1}, 2), 1, 1e-14);
  EXPECT_NEAR(correlation_of({1, -1, 1, -1}, {0, 0, 1, 1}, 2), 0, 1e-14);
}

TEST(ClassCorrelation, weighs_classes_by_their_frequency) {
  // Class 2 is told from the rest without error, 0 and 1 are not told from each other.
  const double found = correlation_of({0, 0, 0, 0, 1, 1}, {0, 0, 1, 1, 2, 2}, 3);
  EXPECT_NEAR(found, (1 + 0.5 + 0.5) / 3, 1e-14);
}

TEST(ClassCorrelation, of_a_constant_is_0) {
  EXPECT_EQ(correlation_of({3, 3, 3, 3}, {0, 0, 1, 1}, 2), 0);
}

}  // namespace
}  // namespace measure
}  // namespace pith
