// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/friedman_ranks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pith {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
using Values = std::vector<double>;

MatrixView<const double> view(const Values& values, std::size_t methods) {
  return MatrixView<const double>::row_major(values.data(), values.size() / methods, methods);
}

/// Twelve sets and five methods.
Values scattered(std::uint64_t modulus) {
  Values values;
  for (std::uint64_t i = 1; i <= 12; ++i) {
    for (std::uint64_t j = 0; j < 5; ++j) {
      const std::uint64_t value = (i * i * 7919 + j * j * j * 104729 + i * j * 37) % 10007;
      values.push_back(static_cast<double>(value % modulus));
    }
  }
  return values;
}

void expect_ranks(const FriedmanRanks& found, const Values& sums, double sets) {
  ASSERT_EQ(found.ranks.size(), sums.size());
  for (std::size_t j = 0; j < sums.size(); ++j)
    EXPECT_NEAR(found.ranks[j], sums[j] / sets, 1e-14) << j;
}

TEST(FriedmanRanks, has_the_values_of_scipy) {
  const FriedmanRanks found = friedman_ranks(view(scattered(10007), 5));
  expect_ranks(found, {45, 22, 41, 29, 43}, 12);
  EXPECT_NEAR(found.chi_square, 13.333333333333343, 1e-12);
  EXPECT_NEAR(found.p, 0.009756859143605157, 1e-14);
  EXPECT_EQ(found.sets, 12U);
  EXPECT_EQ(found.methods, 5U);
}

TEST(FriedmanRanks, has_the_values_of_scipy_with_ties) {
  const FriedmanRanks found = friedman_ranks(view(scattered(4), 5));
  expect_ranks(found, {43, 31, 33.5, 36, 36.5}, 12);
  EXPECT_NEAR(found.chi_square, 3.1568627450980435, 1e-12);
  EXPECT_NEAR(found.p, 0.5319263954362305, 1e-14);
}

TEST(FriedmanRanks, ignores_rounding_differences) {
  const FriedmanRanks found = friedman_ranks(view({0.1 + 0.2, 0.3, 0.4, 0.1 + 0.2, 0.3, 0.4}, 3));
  EXPECT_EQ(found.ranks, (Values{1.5, 1.5, 3}));
}

TEST(FriedmanRanks, skips_methods_without_values_then_sets_with_missing_values) {
  Values values = scattered(10007);
  Values more;
  for (std::size_t set = 0; set < 12; ++set) {
    more.push_back(missing);
    more.insert(more.end(), values.begin() + static_cast<std::ptrdiff_t>(5 * set),
                values.begin() + static_cast<std::ptrdiff_t>(5 * set + 5));
  }
  more.insert(more.end(), {missing, 1, 2, missing, 4, 5});
  const FriedmanRanks expected = friedman_ranks(view(values, 5));
  const FriedmanRanks found = friedman_ranks(view(more, 6));
  EXPECT_TRUE(std::isnan(found.ranks[0]));
  EXPECT_EQ(Values(found.ranks.begin() + 1, found.ranks.end()), expected.ranks);
  EXPECT_EQ(found.chi_square, expected.chi_square);
  EXPECT_EQ(found.p, expected.p);
  EXPECT_EQ(found.sets, 12U);
  EXPECT_EQ(found.methods, 5U);
}

TEST(FriedmanRanks, finds_no_difference_if_all_values_are_equal) {
  const FriedmanRanks found = friedman_ranks(view({1, 1, 1, 2, 2, 2}, 3));
  EXPECT_EQ(found.ranks, (Values{2, 2, 2}));
  EXPECT_EQ(found.chi_square, 0);
  EXPECT_EQ(found.p, 1);
}

TEST(FriedmanRanks, is_undefined_with_fewer_than_two_sets_or_methods) {
  const FriedmanRanks one_set = friedman_ranks(view({3, 1, 2}, 3));
  EXPECT_EQ(one_set.ranks, (Values{3, 1, 2}));
  EXPECT_TRUE(std::isnan(one_set.p));
  EXPECT_TRUE(std::isnan(one_set.chi_square));
  EXPECT_TRUE(std::isnan(friedman_ranks(view({3, 1, 2}, 1)).p));
  const FriedmanRanks nothing = friedman_ranks(view({missing, missing, missing, missing}, 2));
  EXPECT_EQ(nothing.sets, 0U);
  EXPECT_TRUE(std::isnan(nothing.ranks[0]));
  EXPECT_TRUE(std::isnan(nothing.p));
}

TEST(Tallies, count_wins_against_the_reference) {
  // Method 1 is chosen; 0 is better, 2 the same, 3 worse on the first set and better on the second.
  const Values first = {.1, .2, .2, .4, .2, .3, .3, .6, .1, .2, .2, .5};
  const Values second = {.3, .4, .4, .1, .2, .3, .3, .1, .3, .4, .4, .1};
  const std::vector<SetValues> sets = {{.values = view(first, 4)}, {.values = view(second, 4)}};
  const std::vector<Tally> expected = {{.wins = 2}, {}, {.ties = 2}, {.wins = 1, .losses = 1}};
  EXPECT_EQ(tallies(sets, 1, 0.05), expected);
}

TEST(Tallies, correct_for_overlap) {
  const Values values = {.10, .20, .25, .30, .22, .33, .31, .38, .14, .27};
  EXPECT_EQ(tallies(std::vector<SetValues>{{.values = view(values, 2)}}, 1, 0.01)[0],
            (Tally{.wins = 1}));
  EXPECT_EQ(tallies(std::vector<SetValues>{{.values = view(values, 2), .overlap = 1}}, 1, 0.01)[0],
            (Tally{.ties = 1}));
}

TEST(Tallies, skip_splits_with_missing_values_and_sets_without_pairs) {
  const Values incomplete = {.1, .2, .3, .9, missing, .3, .1, .2, .3, .1, .2, missing};
  const Values lost = {missing, .2, .3, .9, .2, .3};
  const std::vector<SetValues> sets = {{.values = view(incomplete, 3)}, {.values = view(lost, 3)}};
  const std::vector<Tally> expected = {{.wins = 1}, {}, {.losses = 2}};
  EXPECT_EQ(tallies(sets, 1, 0.05), expected);
  EXPECT_TRUE(tallies({}, 0, 0.05).empty());
}

}  // namespace
}  // namespace pith
