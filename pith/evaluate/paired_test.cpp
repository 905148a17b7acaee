// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

const Values errors_a = {.12, .25, .31, .08, .44, .19, .27, .36, .15, .23};
const Values errors_b = {.17, .22, .38, .19, .45, .28, .33, .34, .29, .36};

/// Pairs of integers below 10007, where the first ones are shifted upwards.
struct Pairs {
  Values a;
  Values b;
};

Pairs pairs_of(std::uint64_t count, double shift) {
  Pairs pairs;
  for (std::uint64_t i = 1; i <= count; ++i) {
    pairs.a.push_back(static_cast<double>(i * i * 7919 % 10007) + shift);
    pairs.b.push_back(static_cast<double>(i * i * i * 104729 % 10007));
  }
  return pairs;
}

TEST(PairedT, has_the_values_of_scipy) {
  const PairedTest test = paired_t(errors_a, errors_b);
  EXPECT_NEAR(test.difference, -0.061, 1e-15);
  EXPECT_NEAR(test.statistic, -3.240588079447698, 1e-13);
  EXPECT_NEAR(test.p, 0.010149098542821847, 1e-14);
  EXPECT_EQ(test.pairs, 10U);
}

TEST(PairedT, corrects_for_overlapping_training_sets) {
  const PairedTest test = paired_t(errors_a, errors_b, 1.0 / 9);
  EXPECT_NEAR(test.difference, -0.061, 1e-15);
  EXPECT_NEAR(test.statistic, -2.2303256772560642, 1e-13);
  EXPECT_NEAR(test.p, 0.05266877465400826, 1e-14);
}

TEST(PairedT, has_p_zero_if_all_differences_are_equal) {
  const PairedTest none = paired_t(errors_a, errors_a);
  EXPECT_EQ(none.difference, 0);
  EXPECT_EQ(none.statistic, 0);
  EXPECT_EQ(none.p, 1);
  // The differences are the same but for their last bits.
  ASSERT_NE(0.2 - 0.1, 0.4 - 0.3);
  const PairedTest same = paired_t(Values{0.1, 0.2, 0.3}, Values{0.2, 0.3, 0.4});
  EXPECT_NEAR(same.difference, -0.1, 1e-15);
  EXPECT_EQ(same.statistic, -infinity);
  EXPECT_EQ(same.p, 0);
  EXPECT_EQ(paired_t(Values{3, 3}, Values{1, 1}).statistic, infinity);
}

TEST(PairedT, ignores_rounding_differences) {
  const PairedTest test = paired_t(Values{0.1 + 0.2, 0.3, 0.3}, Values{0.3, 0.1 + 0.2, 0.3});
  EXPECT_EQ(test.statistic, 0);
  EXPECT_EQ(test.p, 1);
}

TEST(PairedTests, are_undefined_with_fewer_than_two_pairs) {
  for (const auto& compare : {+[](const Values&a, const Values&b) { return paired_t(a, b); },
                              +[](const Values&a, const Values&b) { return wilcoxon(a, b); }}) {
    EXPECT_TRUE(std::isnan(compare({}, {}).difference));
    EXPECT_TRUE(std::isnan(compare({}, {}).p));
    EXPECT_EQ(compare({3}, {1}).difference, 2);
    EXPECT_TRUE(std::isnan(compare({3}, {1}).p));
    EXPECT_TRUE(std::isnan(compare({3}, {1}).statistic));
  }
}

TEST(PairedTests, change_sign_if_the_methods_are_swapped) {
  for (const auto& compare : {+[](const Values&a, const Values&b) { return paired_t(a, b); },
                              +[](const Values&a, const Values&b) { return wilcoxon(a, b); }}) {
    const PairedTest there = compare(errors_a, errors_b);
    const PairedTest back = compare(errors_b, errors_a);
    EXPECT_EQ(there.statistic, -back.statistic);
    EXPECT_EQ(there.difference, -back.difference);
    EXPECT_EQ(there.p, back.p);
  }
}

TEST(PairedTests, have_false_positives_at_the_rate_of_p) {
  std::size_t found_by_t = 0;
  std::size_t found_by_ranks = 0;
  for (std::uint64_t trial = 0; trial < 4000; ++trial) {
    const Random random(3, trial);
    Values a(8);
    Values b(8);
    for (std::size_t i = 0; i < 8; ++i) {
      a[i] = random.uniform(2 * i);
      b[i] = random.uniform(2 * i + 1);
    }
    found_by_t += paired_t(a, b).p < 0.1 ? 1 : 0;
    found_by_ranks += wilcoxon(a, b).p < 0.1 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(found_by_t) / 4000, 0.1, 0.02);
  // 20 of 256 choices of signs: the sums to 4 on either side are 7 each, to 5 they are 10.
  EXPECT_NEAR(static_cast<double>(found_by_ranks) / 4000, 20.0 / 256, 0.02);
}

TEST(Wilcoxon, has_the_values_of_scipy) {
  struct Known {
    std::uint64_t count;
    double shift;
    double statistic;
    double p;
  };
  for (const Known& known :
       {Known{5, 4000, 9, 0.3125}, Known{20, 0, -22, 0.7011814117431641},
        Known{20, 3000, 150, 0.00365447998046875},
        Known{50, 0, -374, 0.07104751671113468},  // two share a rank
        Known{50, 1777, 297, 0.15430250303892734}, Known{51, 1777, 270, 0.20572151632429536},
        Known{200, 333, -288, 0.8605260049239014}}) {
    const Pairs pairs = pairs_of(known.count, known.shift);
    const PairedTest test = wilcoxon(pairs.a, pairs.b);
    EXPECT_EQ(test.statistic, known.statistic) << known.count;
    EXPECT_NEAR(test.p, known.p, 1e-14) << known.count;
  }
}

TEST(Wilcoxon, drops_pairs_that_do_not_differ_and_is_exact_with_ties) {
  const PairedTest test = wilcoxon(Values{125, 115, 130, 140, 140, 115, 140, 125, 140, 135},
                                   Values{110, 122, 125, 120, 140, 124, 123, 137, 135, 145});
  EXPECT_EQ(test.statistic, 45 - 2 * 18);
  EXPECT_EQ(test.p, 0.6328125);
  EXPECT_EQ(test.pairs, 10U);
}

/// Choice of signs after choice of signs.
TEST(Wilcoxon, is_exact_with_ties) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Random random(seed, 0);
    constexpr std::size_t count = 7;
    Values a(count);
    const Values b(count, 0);
    for (std::size_t i = 0; i < count; ++i)
      a[i] = static_cast<double>(random.below(i, 7)) - 3;
    const PairedTest test = wilcoxon(a, b);
    std::size_t as_far = 0;
    for (unsigned signs = 0; signs < 1U << count; ++signs) {
      Values other = a;
      for (std::size_t i = 0; i < count; ++i)
        other[i] = (signs >> i & 1U) != 0 ? -a[i] : a[i];
      as_far += std::abs(wilcoxon(other, b).statistic) >= std::abs(test.statistic) ? 1 : 0;
    }
    EXPECT_DOUBLE_EQ(test.p, static_cast<double>(as_far) / (1U << count));
  }
}

TEST(Wilcoxon, has_p_one_if_no_pair_differs) {
  const PairedTest test = wilcoxon(Values{0.1 + 0.2, 5, 7}, Values{0.3, 5, 7});
  EXPECT_EQ(test.difference, 0);
  EXPECT_EQ(test.statistic, 0);
  EXPECT_EQ(test.p, 1);
}

TEST(MeanInterval, has_the_values_of_scipy) {
  const Interval plain = mean_interval(errors_a);
  EXPECT_NEAR(plain.mean, 0.24, 1e-15);
  EXPECT_NEAR(plain.lower, 0.16055565132740796, 1e-13);
  EXPECT_NEAR(plain.upper, 0.319444348672592, 1e-13);
  EXPECT_NEAR(mean_interval(errors_a, 0.9).lower, 0.17562318950552475, 1e-13);
  const Interval wide = mean_interval(errors_a, 0.95, 1.0 / 9);
  EXPECT_NEAR(wide.mean, 0.24, 1e-15);
  EXPECT_NEAR(wide.lower, 0.12457003750025387, 1e-13);
  EXPECT_NEAR(wide.upper, 0.3554299624997461, 1e-13);
}

TEST(MeanInterval, is_a_point_for_equal_values_and_undefined_for_one_value) {
  const Interval same = mean_interval(Values{0.1, 0.1, 0.1});
  EXPECT_EQ(same.mean, 0.1);
  EXPECT_EQ(same.lower, 0.1);
  EXPECT_EQ(same.upper, 0.1);
  const Interval one = mean_interval(Values{2});
  EXPECT_EQ(one.mean, 2);
  EXPECT_TRUE(std::isnan(one.lower));
  EXPECT_TRUE(std::isnan(one.upper));
  EXPECT_TRUE(std::isnan(mean_interval(Values{}).mean));
}

TEST(Verdict, is_a_win_for_significantly_smaller_values) {
  const PairedTest test = paired_t(errors_a, errors_b);  // p is 0.0101
  EXPECT_EQ(verdict(test, 0.05), Verdict::win);
  EXPECT_EQ(verdict(test, 0.01), Verdict::tie);
  EXPECT_EQ(verdict(paired_t(errors_b, errors_a), 0.05), Verdict::loss);
  EXPECT_EQ(verdict(paired_t(Values{1}, Values{2}), 0.05), Verdict::tie);
  EXPECT_EQ(verdict(paired_t(Values{1, 1}, Values{2, 2}), 0.05), Verdict::win);
}

/// One value far out moves the mean, not the ranks.
TEST(Verdict, follows_the_test_and_not_the_mean) {
  const PairedTest test =
      wilcoxon(Values{1, 2, 3, 4, 5, 6, 7, 999}, Values{2, 4, 6, 8, 10, 12, 14, 0});
  EXPECT_GT(test.difference, 0);
  EXPECT_EQ(verdict(test, 0.2), Verdict::win);
}

TEST(Tally, counts_verdicts) {
  Tally tally;
  for (const Verdict each : {Verdict::win, Verdict::loss, Verdict::win, Verdict::tie})
    tally.add(each);
  EXPECT_EQ(tally, (Tally{.wins = 2, .ties = 1, .losses = 1}));
}

}  // namespace
}  // namespace pith
