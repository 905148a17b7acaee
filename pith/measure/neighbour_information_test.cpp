// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/neighbour_information.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pith/base/random.h"

namespace pith {
namespace {

using Vector = std::vector<double>;
using Classes = std::vector<std::uint32_t>;

double kraskov(const Vector& x, const Vector& y, std::size_t neighbours) {
  NeighbourRoom room;
  return KraskovInformation(y, neighbours)(x, room);
}

double ross(const Vector& x, const Classes& y, std::size_t neighbours) {
  NeighbourRoom room;
  return RossInformation(y, *std::max_element(y.begin(), y.end()) + 1, neighbours)(x, room);
}

/// Numbers without ties, of which Python makes the same: fmod(sqrt(i + start) * factor, 1).
Vector fractions(double start, double factor) {
  Vector numbers;
  for (int i = 0; i < 60; ++i)
    numbers.push_back(std::fmod(std::sqrt(i + start) * factor, 1.0));
  return numbers;
}

struct Reference {
  Vector x = fractions(1, 7.3);
  Vector z = fractions(2, 11.7);
  Vector y;
  Classes c;

  Reference() {
    const Vector noise = fractions(3, 5.1);
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.push_back(x[i] * x[i] + 0.3 * z[i]);
      c.push_back(static_cast<std::uint32_t>(3 * std::fmod(y[i] + 0.4 * noise[i], 1.0)));
    }
  }
};

TEST(NeighbourInformation, agrees_with_scikit_learn_on_data_without_ties) {
  // _compute_mi_cc and _compute_mi_cd of scikit-learn 1.9 on the columns divided by their standard
  // deviations, without noise. (With classes of 2 k rows or fewer its distances are not exact.)
  const Reference made;
  EXPECT_NEAR(kraskov(made.x, made.y, 1), 1.1503511590574833, 1e-12);
  EXPECT_NEAR(kraskov(made.x, made.y, 3), 1.1370054307117547, 1e-12);
  EXPECT_NEAR(kraskov(made.x, made.y, 5), 0.983065431440874, 1e-12);
  EXPECT_NEAR(kraskov(made.z, made.y, 3), 0.2346479651526665, 1e-12);
  EXPECT_NEAR(ross(made.x, made.c, 1), 0.506639406591844, 1e-12);
  EXPECT_NEAR(ross(made.x, made.c, 3), 0.305545333195139, 1e-12);
  EXPECT_NEAR(ross(made.x, made.c, 5), 0.20896983666914215, 1e-12);
  EXPECT_EQ(ross(made.z, made.c, 3), 0);  // the estimate is negative
}

TEST(NeighbourInformation, leaves_out_a_row_that_is_alone_in_its_class) {
  Reference made;
  made.c[7] = 3;
  EXPECT_NEAR(ross(made.x, made.c, 3), 0.32248821972280006, 1e-12);
  EXPECT_EQ(ross({1, 2, 3}, {0, 1, 2}, 3), 0);
}

/// The definition, row by row, with distances that are equal if they differ by less than 1e-12.
double naive(const Vector& x, const Vector& y, std::size_t neighbours) {
  const auto deviation = [](const Vector& numbers) {
    double mean = 0;
    double squares = 0;
    const auto count = static_cast<double>(numbers.size());
    for (const double number : numbers)
      mean += number / count;
    for (const double number : numbers)
      squares += (number - mean) * (number - mean) / count;
    return std::sqrt(squares);
  };
  const double x_deviation = deviation(x);
  const double y_deviation = deviation(y);
  const std::size_t n = x.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Vector dx;
    Vector dy;
    Vector both;
    for (std::size_t j = 0; j < n; ++j) {
      dx.push_back(std::abs(x[i] - x[j]) / x_deviation);
      dy.push_back(std::abs(y[i] - y[j]) / y_deviation);
      both.push_back(std::max(dx[j], dy[j]));
    }
    Vector sorted = both;
    std::sort(sorted.begin(), sorted.end());  // the first is the row itself
    const double radius = sorted[std::min(neighbours, n - 1)];
    const auto psi_of = [&](const Vector& distances) {
      std::size_t count = 0;
      for (const double distance : distances)
        count += (radius > 0 ? distance < radius - 1e-12 : distance == 0) ? 1 : 0;
      return digamma(count);
    };
    sum += psi_of(both) - psi_of(dx) - psi_of(dy);
  }
  return std::max(0.0, digamma(n) + sum / static_cast<double>(n));
}

TEST(NeighbourInformation, agrees_with_the_definition_where_there_are_ties) {
  const Random random(7, 0);
  for (const std::size_t rows : {5U, 60U, 300U}) {
    for (const double levels : {2.0, 6.0, 40.0}) {
      Vector x(rows);
      Vector y(rows);
      Vector fine(rows);
      for (std::size_t i = 0; i < rows; ++i) {
        x[i] = 0.1 * std::floor(levels * random.uniform(3 * i));
        y[i] = 1000 * x[i] + 100 * std::floor(levels * random.uniform(3 * i + 1));
        fine[i] = y[i] + 300 * random.uniform(3 * i + 2);
      }
      for (const std::size_t neighbours : {1U, 3U, 10U}) {
        EXPECT_NEAR(kraskov(x, y, neighbours), naive(x, y, neighbours), 1e-12);
        EXPECT_NEAR(kraskov(fine, y, neighbours), naive(fine, y, neighbours), 1e-12);
        EXPECT_NEAR(kraskov(x, fine, neighbours), naive(x, fine, neighbours), 1e-12);
      }
    }
  }
}

TEST(NeighbourInformation, of_classes_agrees_with_the_definition_where_there_are_ties) {
  const Random random(9, 0);
  for (const double levels : {2.0, 6.0, 40.0, 1e6}) {
    Vector x;
    Classes c;
    std::vector<std::size_t> sizes(3);
    for (std::size_t i = 0; i < 150; ++i) {
      c.push_back(static_cast<std::uint32_t>(random.below(2 * i, 3)));
      ++sizes[c.back()];
      x.push_back(std::floor(levels * random.uniform(2 * i + 1)) + levels / 4 * c.back());
    }
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Vector own;
      for (std::size_t j = 0; j < x.size(); ++j) {
        if (c[i] == c[j]) own.push_back(std::abs(x[i] - x[j]));
      }
      std::sort(own.begin(), own.end());
      const double radius = own[3];
      std::size_t of_class = 0;
      std::size_t all = 0;
      for (std::size_t j = 0; j < x.size(); ++j) {
        const double distance = std::abs(x[i] - x[j]);
        const bool counts = radius > 0 ? distance < radius : distance == 0;
        all += counts ? 1 : 0;
        of_class += counts && c[i] == c[j] ? 1 : 0;
      }
      sum += digamma(of_class) - digamma(sizes[c[i]]) - digamma(all);
    }
    const double expected = std::max(0.0, digamma(x.size()) + sum / static_cast<double>(x.size()));
    EXPECT_NEAR(ross(x, c, 3), expected, 1e-12);
  }
}

TEST(NeighbourInformation, of_few_distinct_values_does_not_depend_on_whether_they_are_classes) {
  Vector x;
  Vector y;
  Classes c;
  const Random random(4, 0);
  for (std::size_t i = 0; i < 400; ++i) {
    c.push_back(static_cast<std::uint32_t>(random.below(2 * i, 3)));
    y.push_back(c.back());
    x.push_back(static_cast<double>(c.back() + random.below(2 * i + 1, 2)));
  }
  EXPECT_NEAR(kraskov(x, y, 3), ross(x, c, 3), 1e-12);
  EXPECT_NEAR(kraskov(y, y, 3), std::log(3.0), 0.02);
}

TEST(NeighbourInformation, does_not_depend_on_units_origins_and_the_order_of_rows) {
  const Random random(8, 0);
  Vector x;
  Vector y;
  for (std::size_t i = 0; i < 200; ++i) {
    x.push_back(std::round(50 * random.uniform(2 * i)));
    y.push_back(std::round(10 * x.back() + 300 * random.uniform(2 * i + 1)));
  }
  const double value = kraskov(x, y, 3);
  Vector scaled = x;
  for (double& number : scaled)
    number = (number - 1000) * 0.1;
  EXPECT_NEAR(kraskov(scaled, y, 3), value, 1e-12);
  EXPECT_NEAR(kraskov(y, x, 3), value, 1e-12);
  std::reverse(x.begin(), x.end());
  std::reverse(y.begin(), y.end());
  EXPECT_NEAR(kraskov(x, y, 3), value, 1e-12);
}

TEST(NeighbourInformation, is_about_that_of_gaussian_variables) {
  const Random random(6, 0);
  const auto normal = [&](std::size_t i) {
    return std::sqrt(-2 * std::log(1 - random.uniform(2 * i))) *
           std::cos(2 * std::numbers::pi * random.uniform(2 * i + 1));
  };
  constexpr std::size_t rows = 4000;
  for (const double correlation : {0.0, 0.6, 0.9}) {
    Vector x;
    Vector y;
    for (std::size_t i = 0; i < rows; ++i) {
      x.push_back(normal(2 * i));
      y.push_back(correlation * x[i] +
                  std::sqrt(1 - correlation * correlation) * normal(2 * i + 1));
    }
    // The standard deviation of the estimate is about 0.02 here.
    EXPECT_NEAR(kraskov(x, y, 3), -0.5 * std::log(1 - correlation * correlation), 0.06);
  }
}

TEST(NeighbourInformation, of_a_constant_is_zero_and_of_few_rows_defined) {
  EXPECT_EQ(kraskov({1, 1, 1}, {1, 2, 3}, 3), 0);
  EXPECT_EQ(kraskov({1, 2, 3}, {1, 1, 1}, 3), 0);
  EXPECT_EQ(ross({1, 1, 1, 1}, {0, 0, 1, 1}, 3), 0);
  for (const std::size_t neighbours : {1U, 3U, 1000U}) {
    EXPECT_GE(kraskov({1, 2}, {1, 2}, neighbours), 0);
    EXPECT_GE(ross({1, 2}, {0, 0}, neighbours), 0);
  }
  EXPECT_NEAR(kraskov({1e300, -1e300, 5e299}, {1e-300, 3e-300, 2e-300}, 1),
              kraskov({10, -10, 5}, {1, 3, 2}, 1), 1e-12);
}

}  // namespace
}  // namespace pith
