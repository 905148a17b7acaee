// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/pearson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pith/base/random.h"

namespace pith {
namespace {

/// By definition, in extended precision.
double naive(const std::vector<double>& x, const std::vector<double>& y,
             const std::vector<double>& weights = {}) {
  const auto weight = [&](std::size_t i) {
    return weights.empty() ? 1.0L : (long double)weights[i];
  };
  long double n = 0;
  long double mx = 0;
  long double my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    n += weight(i);
    mx += weight(i) * x[i];
    my += weight(i) * y[i];
  }
  mx /= n;
  my /= n;
  long double xx = 0;
  long double yy = 0;
  long double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += weight(i) * (x[i] - mx) * (x[i] - mx);
    yy += weight(i) * (y[i] - my) * (y[i] - my);
    xy += weight(i) * (x[i] - mx) * (y[i] - my);
  }
  return static_cast<double>(xy / std::sqrt(xx * yy));
}

std::vector<double> numbers(std::size_t rows, std::uint64_t stream) {
  std::vector<double> made(rows);
  for (std::size_t row = 0; row < rows; ++row)
    made[row] = Random(3, stream).uniform(row);
  return made;
}

TEST(Pearson, agrees_with_its_definition_for_any_number_of_rows) {
  for (const std::size_t rows : {2U, 7U, 8U, 1023U, 1024U, 1025U, 5000U}) {
    std::vector<double> x = numbers(rows, 0);
    const std::vector<double> y = numbers(rows, 1);
    for (std::size_t row = 0; row < rows; ++row)
      x[row] += y[row] + static_cast<double>(row) / static_cast<double>(rows);  // blocks differ
    EXPECT_NEAR(PearsonTarget(y, {}).correlation(x), naive(x, y), 1e-14) << rows;
  }
}

TEST(Pearson, counts_a_row_by_its_weight) {
  const std::vector<double> x = numbers(3000, 0);
  const std::vector<double> y = numbers(3000, 1);
  std::vector<double> weights = numbers(3000, 2);
  for (std::size_t row = 0; row < 1024; ++row)
    weights[row] = 0;  // a whole block
  EXPECT_NEAR(PearsonTarget(y, weights).correlation(x), naive(x, y, weights), 1e-14);
}

TEST(Pearson, loses_no_precision_to_offsets_and_scales) {
  std::vector<double> x = numbers(4000, 0);
  std::vector<double> y = numbers(4000, 1);
  for (std::size_t row = 0; row < 4000; ++row) {
    x[row] = std::floor(1024 * x[row]);  // so that adding is exact
    y[row] = std::floor(1024 * (x[row] / 1024 + y[row]));
  }
  const double expected = PearsonTarget(y, {}).correlation(x);
  for (std::size_t row = 0; row < 4000; ++row) {
    x[row] += 1e12;
    y[row] = (y[row] - 4096) * 0x1p400;
  }
  EXPECT_NEAR(PearsonTarget(y, {}).correlation(x), expected, 1e-13);
}

TEST(Pearson, is_0_for_a_constant_and_1_for_a_line) {
  const std::vector<double> y = numbers(1500, 1);
  EXPECT_EQ(PearsonTarget(y, {}).correlation(std::vector<double>(1500, 0.1)), 0);
  EXPECT_EQ(PearsonTarget(std::vector<double>(1500, 0.1), {}).correlation(y), 0);
  std::vector<double> x = y;
  for (double& number : x)
    number = 3 - 2 * number;
  EXPECT_NEAR(PearsonTarget(y, {}).correlation(x), -1, 1e-15);
}

TEST(Pearson, f_is_that_of_the_simple_regression) {
  EXPECT_DOUBLE_EQ(regression_f(0.6, 12), 0.36 / 0.64 * 10);
  EXPECT_DOUBLE_EQ(regression_f(-0.6, 12), 0.36 / 0.64 * 10);
  EXPECT_EQ(regression_f(0.6, 2), 0);
  EXPECT_EQ(regression_f(1 - 1e-16, 12), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace pith
