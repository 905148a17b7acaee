// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/exact_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::int64_t largest = std::int64_t{1} << 39U;

TEST(Grid, has_at_most_2_to_the_39_steps_on_either_side) {
  constexpr double huge = std::numeric_limits<double>::max();
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::pair<double, double>> ranges{{0, 1},           {0, 255},
                                                      {-3, 1e300},      {-huge, huge},
                                                      {0, tiny},        {3 * tiny, 8 * tiny},
                                                      {1e16, 1e16 + 2}, {1e8, 1e8 + 1e-3},
                                                      {-1, 1},          {0, huge}};
  for (const auto& [min, max] : ranges) {
    const Grid grid = grid_of(min, max);
    EXPECT_GE(on_grid(grid, min), -largest);
    EXPECT_LE(on_grid(grid, max), largest);
    EXPECT_LT(on_grid(grid, min), on_grid(grid, max));
    EXPECT_EQ(on_grid(grid, grid.origin), 0);
    // The finest such grid: on one of half the steps a value would be beyond the limit.
    const Grid finer{.origin = grid.origin, .exponent = grid.exponent - 1};
    EXPECT_EQ(std::max(on_grid(finer, max), -on_grid(finer, min)), largest) << min << " " << max;
  }
}

TEST(Grid, keeps_pixels_and_small_integers_exact) {
  const Grid grid = grid_of(0, 255);
  for (int x = 0; x < 256; ++x) {
    EXPECT_EQ(std::ldexp(static_cast<double>(on_grid(grid, x)), grid.exponent) + grid.origin, x);
    EXPECT_EQ(on_grid(grid, x) % (1 << 20), 0);
  }
}

TEST(Grid, of_a_constant_is_0_everywhere) {
  const Grid grid = grid_of(1e8, 1e8);
  EXPECT_EQ(grid.exponent, 0);
  EXPECT_EQ(on_grid(grid, 1e8), 0);
}

TEST(Grid, has_the_same_integers_for_many_values_as_for_one) {
  const Grid grid = grid_of(-2, 7);
  const Random random(1, 0);
  std::vector<double> values;
  for (std::size_t i = 0; i < 1001; ++i)
    values.push_back(-2 + 9 * random.uniform(i));
  std::vector<std::int64_t> found(values.size());
  on_grid(grid, values, found.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(found[i], on_grid(grid, values[i]));
    EXPECT_EQ(found[i], std::llrint(std::ldexp(values[i] - grid.origin, -grid.exponent)));
  }
}

TEST(Grid, maps_what_is_not_finite_to_some_integer) {
  const Grid grid = grid_of(0, 1);
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()})
    EXPECT_LE(std::abs(on_grid(grid, value)), largest);
}

struct Integers {
  std::vector<std::int64_t> values;
  GridMoments moments() const {
    GridMoments found;
    for (const std::int64_t q : values)
      found.add({.count = 1, .sum = q, .squares = ExactSum{q} * q});
    return found;
  }
};

ExactSum products_of(const Integers& q, const Integers& r) {
  ExactSum sum = 0;
  for (std::size_t i = 0; i < q.values.size(); ++i)
    sum += ExactSum{q.values[i]} * r.values[i];
  return sum;
}

TEST(GridMoments, has_closed_forms) {
  // 1, ..., n about any offset: mean (n + 1) / 2, deviation (n^3 - n) / 12.
  for (const std::int64_t offset : {std::int64_t{0}, largest - 1001, -largest}) {
    Integers some;
    for (std::int64_t i = 1; i <= 1000; ++i)
      some.values.push_back(offset + i);
    EXPECT_EQ(some.moments().mean(), static_cast<double>(offset) + 500.5);
    EXPECT_EQ(some.moments().deviation(), (1e9 - 1e3) / 12);
    EXPECT_EQ(centred_product(products_of(some, some), some.moments(), some.moments()),
              (1e9 - 1e3) / 12);
  }
}

TEST(GridMoments, of_equal_numbers_has_a_deviation_of_exactly_0) {
  const Integers equal{{largest, largest, largest}};
  EXPECT_EQ(equal.moments().deviation(), 0.0);
  EXPECT_EQ(equal.moments().mean(), static_cast<double>(largest));
  EXPECT_EQ(GridMoments{}.mean(), 0.0);
  EXPECT_EQ(GridMoments{}.deviation(), 0.0);
}

TEST(GridMoments, fits_the_largest_number_of_rows) {
  // 2^33 rows, half of them at either end.
  const std::uint64_t rows = std::uint64_t{1} << 33U;
  const ExactSum square = ExactSum{largest} * largest;
  const GridMoments ends{.count = rows, .sum = 0, .squares = square * static_cast<ExactSum>(rows)};
  EXPECT_EQ(ends.deviation(), std::ldexp(1.0, 33 + 78));
  const GridMoments top{.count = rows,
                        .sum = ExactSum{largest} * static_cast<ExactSum>(rows),
                        .squares = square * static_cast<ExactSum>(rows)};
  EXPECT_EQ(top.deviation(), 0.0);
  EXPECT_EQ(mean_difference(top, ends), std::ldexp(1.0, 39));
  EXPECT_EQ(mean_difference(ends, top), -std::ldexp(1.0, 39));
}

TEST(GridMoments, loses_nothing_where_products_cancel) {
  // Two indicators at the far end of the grid: products are about 2^78, their covariance about 1.
  Integers q{{}};
  Integers r{{}};
  for (std::int64_t i = 0; i < 999; ++i) {
    q.values.push_back(largest - 1 + i % 2);
    r.values.push_back(-largest + (i % 3 == 0 ? 1 : 0));
  }
  // 499 ones, 333 ones, 166 together (i = 3, 9, ...): 166 - 499 * 333 / 999.
  EXPECT_DOUBLE_EQ(centred_product(products_of(q, r), q.moments(), r.moments()), -1.0 / 3);
  EXPECT_DOUBLE_EQ(q.moments().deviation(), 499.0 * 500.0 / 999.0);
}

/// The correlation of two columns by exact sums, and in long double.
struct Correlation {
  double exact = 0;
  double twin = 0;
};

Correlation correlation_of(const std::vector<double>& x, const std::vector<double>& y) {
  const auto integers = [](const std::vector<double>& values) {
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    Integers found{std::vector<std::int64_t>(values.size())};
    on_grid(grid_of(*min, *max), values, found.values.data());
    return found;
  };
  const Integers q = integers(x);
  const Integers r = integers(y);
  using Real = long double;
  const auto n = static_cast<Real>(x.size());
  Real mx = 0;
  Real my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mx += x[i] / n;
    my += y[i] / n;
  }
  Real xx = 0;
  Real yy = 0;
  Real xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return {centred_product(products_of(q, r), q.moments(), r.moments()) /
              std::sqrt(q.moments().deviation() * r.moments().deviation()),
          static_cast<double>(xy / std::sqrt(xx * yy))};
}

TEST(ExactSum, gives_correlations_to_1e_12_whatever_the_offset_and_the_tails) {
  constexpr std::size_t rows = 20'000;
  const Random random(3, 0);
  const auto column = [&](std::size_t part, auto make) {
    std::vector<double> values(rows);
    for (std::size_t i = 0; i < rows; ++i)
      values[i] = make(std::sqrt(-2 * std::log(1 - random.uniform(4 * i + part))) *
                       std::cos(6.283185307179586 * random.uniform(4 * i + part + 1)));
    return values;
  };
  const auto plain = [](double z) { return z; };
  const auto lognormal = [](double z) { return std::exp(2 * z); };
  const auto far = [](double z) { return 1e8 + z; };
  const auto cauchy = [](double z) {
    return std::tan(3.14159 * (0.5 * std::erfc(-z / std::sqrt(2)) - 0.5));
  };
  const auto check = [&](auto make) {
    const std::vector<double> x = column(0, make);
    std::vector<double> y = column(2, make);
    for (std::size_t i = 0; i < rows; ++i)
      y[i] += 0.3 * x[i];
    const Correlation found = correlation_of(x, y);
    EXPECT_NEAR(found.exact, found.twin, 1e-12);
  };
  check(plain);
  check(far);
  check(lognormal);
  check(cauchy);
}

}  // namespace
}  // namespace stats
}  // namespace pith
