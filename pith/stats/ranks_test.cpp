// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

std::vector<double> ranks_of(const std::vector<double>& values,
                             const std::vector<double>& weights = {}) {
  std::vector<double> ranks(values.size());
  Ranker ranker;
  ranker.rank(values, weights, ranks);
  return ranks;
}

/// By definition: the rows below, and half of the rows that are equal.
std::vector<double> plain_ranks(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(),
                                     [value](double other) { return other < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    ranks.push_back(static_cast<double>(below) + (static_cast<double>(equal) + 1) / 2);
  }
  return ranks;
}

TEST(Ranks, of_ties_are_their_mean) {
  EXPECT_EQ(ranks_of({3, 1, 3, 2}), (std::vector<double>{3.5, 1, 3.5, 2}));
  EXPECT_EQ(ranks_of({7, 7, 7}), (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(ranks_of({0.0, -0.0, 1}), (std::vector<double>{1.5, 1.5, 3}));
  EXPECT_TRUE(ranks_of({}).empty());
}

TEST(Ranks, order_negative_tiny_and_huge_numbers) {
  constexpr double huge = std::numeric_limits<double>::max();
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(ranks_of({huge, -tiny, 0, -huge, tiny, -1}), (std::vector<double>{6, 3, 4, 1, 5, 2}));
}

TEST(Ranks, equal_the_plain_ones_for_every_kind_of_column) {
  for (const std::size_t rows : {1U, 2U, 100U, 255U, 256U, 700U}) {
    const Random random(rows, 1);
    for (int kind = 0; kind < 6; ++kind) {
      std::vector<double> values(rows);
      for (std::size_t row = 0; row < rows; ++row) {
        const double value = random.uniform(row) - 0.5;
        switch (kind) {
          case 0:
            values[row] = value;
            break;
          case 1:
            values[row] = std::floor(10 * value);
            break;
          case 2:
            values[row] = 1e15 + std::floor(1000 * value);
            break;
          case 3:  // all leading bits alike but for one row
            values[row] = row == 0 ? 1e300 : 1 + 1e-13 * std::floor(1000 * value);
            break;
          case 4:
            values[row] = std::exp(600 * value);
            break;
          default:
            values[row] = std::copysign(std::exp(1400 * std::abs(value)), value);
        }
      }
      EXPECT_EQ(ranks_of(values), plain_ranks(values)) << rows << " rows, kind " << kind;
    }
  }
}

TEST(Ranks, count_weights_as_repetition) {
  const std::vector<double> values{5, 1, 5, 2, 9, 1};
  const std::vector<double> weights{1, 3, 2, 1, 2, 1};
  std::vector<double> repeated;
  std::vector<double> expected;
  for (std::size_t row = 0; row < values.size(); ++row)
    repeated.insert(repeated.end(), static_cast<std::size_t>(weights[row]), values[row]);
  const std::vector<double> ranks = ranks_of(repeated);
  std::size_t place = 0;
  for (const double weight : weights) {
    expected.push_back(ranks[place]);
    place += static_cast<std::size_t>(weight);
  }
  EXPECT_EQ(ranks_of(values, weights), expected);
}

}  // namespace
}  // namespace stats
}  // namespace pith
