// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

/// A feature after the other.
struct Rows {
  std::size_t features = 0;
  std::size_t rows = 0;
  std::vector<double> numbers = {};

  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers.data(), features, rows);
  }
};

Rows random_rows(std::size_t features, std::size_t rows, double step) {
  const Random random(11, features);
  Rows made{features, rows, {}};
  for (std::size_t i = 0; i < features * rows; ++i) {
    const double number = random.uniform(i) - 0.5;
    made.numbers.push_back(step > 0 ? std::floor(number / step) * step : number);
  }
  return made;
}

/// All pairs, sorted.
std::vector<Neighbour> naive(const Rows& given, std::size_t row, std::size_t count) {
  std::vector<Neighbour> all;
  for (std::size_t other = 0; other < given.rows; ++other) {
    if (other == row) continue;
    double distance = 0;
    for (std::size_t f = 0; f < given.features; ++f) {
      const double difference = given.view()(f, row) - given.view()(f, other);
      distance += difference * difference;
    }
    all.push_back({static_cast<std::uint32_t>(other), distance});
  }
  std::sort(all.begin(), all.end(), [](const Neighbour& a, const Neighbour& b) {
    return std::tie(a.distance, a.row) < std::tie(b.distance, b.row);
  });
  all.resize(std::min(count, all.size()));
  return all;
}

void expect_naive(const Rows& given, std::size_t count) {
  const Neighbours found = nearest_rows(given.view(), count, {.threads = 3});
  ASSERT_EQ(found.count, std::min(count, given.rows - 1));
  for (std::size_t row = 0; row < given.rows; ++row) {
    const std::vector<Neighbour> expected = naive(given, row, count);
    for (std::size_t i = 0; i < found.count; ++i) {
      EXPECT_EQ(found.of(row)[i].row, expected[i].row) << row;
      EXPECT_DOUBLE_EQ(found.of(row)[i].distance, expected[i].distance);
    }
  }
}

TEST(NearestRows, are_those_of_all_pairs_sorted) {
  for (const std::size_t features : {1U, 7U, 300U}) {
    for (const std::size_t rows : {2U, 33U, 150U})
      expect_naive(random_rows(features, rows, 0), 6);
  }
}

TEST(NearestRows, break_ties_by_the_lowest_row) {
  expect_naive(random_rows(2, 120, 0.25), 5);
  expect_naive(random_rows(3, 60, 0.5), 8);
  const Rows equal{2, 5, std::vector<double>(10, 0.1)};
  const Neighbours found = nearest_rows(equal.view(), 2, {});
  EXPECT_EQ(found.of(0)[0].row, 1U);
  EXPECT_EQ(found.of(0)[1].row, 2U);
  EXPECT_EQ(found.of(4)[1].row, 1U);
  EXPECT_EQ(found.of(4)[1].distance, 0);
}

TEST(NearestRows, are_exact_where_products_cancel) {
  Rows far = random_rows(4, 100, 0);
  for (double& number : far.numbers)
    number += 1e9;
  far.numbers[17] = far.numbers[18];
  expect_naive(far, 4);
  Rows lone = random_rows(4, 50, 0);
  lone.numbers[20] = 1e149;
  lone.numbers[21] = -1e149;
  expect_naive(lone, 4);
  EXPECT_EQ(nearest_rows(lone.view(), 1, {}).of(0)[0].row, naive(lone, 0, 1)[0].row);
}

TEST(NearestRows, are_all_others_if_more_are_requested) {
  expect_naive(random_rows(3, 9, 0), 8);
  expect_naive(random_rows(3, 9, 0), 100);
  EXPECT_EQ(nearest_rows(random_rows(3, 1, 0).view(), 5, {}).count, 0U);
  EXPECT_EQ(nearest_rows(random_rows(3, 9, 0).view(), 0, {}).count, 0U);
}

TEST(NearestRows, have_symmetric_distances) {
  const Rows given = random_rows(40, 80, 0);
  const Neighbours found = nearest_rows(given.view(), 79, {});
  for (std::size_t row = 0; row < 80; ++row) {
    for (const Neighbour& near : found.of(row)) {
      const auto back = found.of(near.row);
      const auto place = std::find_if(back.begin(), back.end(),
                                      [&](const Neighbour& other) { return other.row == row; });
      ASSERT_NE(place, back.end());
      EXPECT_EQ(place->distance, near.distance);
    }
  }
}

}  // namespace
}  // namespace geometry
}  // namespace pith
