// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/sorted_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "pith/base/random.h"

namespace pith {
namespace {

/// Even, with a heavy tail, with many ties, constant, and one number far away from the others.
std::vector<std::vector<double>> examples(std::size_t size) {
  std::vector<std::vector<double>> all(5, std::vector<double>(size));
  const Random random(3, 0);
  for (std::size_t i = 0; i < size; ++i) {
    const double u = random.uniform(i);
    all[0][i] = u - 0.5;
    all[1][i] = std::exp(20 * u);
    all[2][i] = std::floor(5 * u);
    all[3][i] = 7;
    all[4][i] = i == size / 2 ? 1e300 : u;
  }
  return all;
}

TEST(SortedLine, sorts_and_keeps_the_order_of_ties) {
  SortedLine line;
  for (const std::size_t size : {1U, 2U, 3U, 50U, 1000U}) {
    for (const std::vector<double>& numbers : examples(size)) {
      line.assign(numbers);
      std::vector<std::uint32_t> order(size);
      std::iota(order.begin(), order.end(), 0U);
      std::stable_sort(order.begin(), order.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
      ASSERT_EQ(line.size(), size);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(line.order()[i], order[i]);
        ASSERT_EQ(line.sorted()[i], numbers[order[i]]);
      }
    }
  }
}

TEST(SortedLine, counts_as_a_loop_over_all_numbers_does) {
  SortedLine line;
  for (const std::vector<double>& numbers : examples(300)) {
    line.assign(numbers);
    for (const double centre : numbers) {
      const auto equal = std::count(numbers.begin(), numbers.end(), centre);
      EXPECT_EQ(line.count_equal(centre), static_cast<std::size_t>(equal));
      for (const double radius : {5e-324, 1e-9, 0.0123, 0.345, 3.21, 1e6, 1e301}) {
        const auto within = std::count_if(numbers.begin(), numbers.end(), [&](double number) {
          return std::abs(number - centre) < radius;
        });
        EXPECT_EQ(line.count_within(centre, radius), static_cast<std::size_t>(within)) << radius;
      }
      const auto below = std::count_if(numbers.begin(), numbers.end(),
                                       [&](double number) { return number < centre; });
      EXPECT_EQ(line.count_below(centre), static_cast<std::size_t>(below));
    }
    EXPECT_EQ(line.count_below(-1e301), 0U);
    EXPECT_EQ(line.count_below(1e301), numbers.size());
  }
}

}  // namespace
}  // namespace pith
