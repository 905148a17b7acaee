// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/rank_correlation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "tests/support/random_lists.h"

namespace pith {
namespace {

/// Ranks from scores, of which many are equal: the twins see the scores alone.
struct Scored {
  std::vector<double> scores;
  Ranking ranking;
};

Scored scored(std::size_t features, std::size_t values, std::uint64_t stream) {
  Scored result;
  for (std::size_t feature = 0; feature < features; ++feature)
    result.scores.push_back(static_cast<double>(Random(3, stream).below(feature, values)));
  std::vector<Ranked> entries;
  for (std::size_t feature = 0; feature < features; ++feature)
    entries.push_back({.feature = static_cast<Feature>(feature), .score = result.scores[feature]});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  result.ranking = ranking_of(entries);
  return result;
}

int sign(double number) {
  return number > 0 ? 1 : number < 0 ? -1 : 0;
}

double naive_kendall(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0;
  double by_a = 0;
  double by_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int one = sign(a[i] - a[j]);
      const int other = sign(b[i] - b[j]);
      difference += one * other;
      by_a += one * one;
      by_b += other * other;
    }
  }
  return difference / std::sqrt(by_a * by_b);
}

/// Correlation of ranks that are counted one by one: those above, and half of those beside.
double naive_spearman(const std::vector<double>& a, const std::vector<double>& b) {
  const auto ranks = [](const std::vector<double>& scores) {
    std::vector<double> result;
    for (const double own : scores) {
      double rank = 0;
      for (const double other : scores)
        rank += other > own ? 1 : other == own ? 0.5 : 0;
      result.push_back(rank);
    }
    return result;
  };
  const std::vector<double> x = ranks(a);
  const std::vector<double> y = ranks(b);
  const double mean = static_cast<double>(a.size()) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

TEST(RankCorrelation, equals_its_naive_twin_with_and_without_ties) {
  for (const std::size_t features : {2U, 3U, 63U, 64U, 65U, 128U, 300U}) {
    for (const std::size_t values : {2U, 5U, 1'000'000U}) {
      SCOPED_TRACE(std::to_string(features) + " features, values " + std::to_string(values));
      const Scored a = scored(features, values, 1);
      const Scored b = scored(features, 7, 2);
      if (std::isnan(naive_kendall(a.scores, b.scores))) continue;
      EXPECT_NEAR(kendall(a.ranking, b.ranking), naive_kendall(a.scores, b.scores), 1e-13);
      EXPECT_NEAR(kendall(b.ranking, a.ranking), naive_kendall(a.scores, b.scores), 1e-13);
      EXPECT_NEAR(spearman(a.ranking, b.ranking), naive_spearman(a.scores, b.scores), 1e-13);
    }
  }
}

TEST(RankCorrelation, of_the_mean_is_the_mean_of_the_pairs) {
  std::vector<Ranking> rankings;
  for (std::uint64_t i = 0; i < 6; ++i)
    rankings.push_back(scored(90, i % 2 == 0 ? 10 : 1'000'000, i).ranking);
  double tau = 0;
  double rho = 0;
  for (std::size_t i = 0; i < rankings.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      tau += kendall(rankings[i], rankings[j]) / 15;
      rho += spearman(rankings[i], rankings[j]) / 15;
    }
  }
  EXPECT_NEAR(mean_kendall(rankings), tau, 1e-14);
  EXPECT_NEAR(mean_spearman(rankings), rho, 1e-14);
}

TEST(RankCorrelation, is_one_for_the_same_ranking_and_minus_one_for_the_reverse) {
  const Scored tied = scored(50, 6, 1);
  EXPECT_EQ(kendall(tied.ranking, tied.ranking), 1);
  EXPECT_EQ(spearman(tied.ranking, tied.ranking), 1);
  Ranking up{.order = random_lists(1, 50, 50, 4).front(), .is_tied = {}};
  Ranking down = up;
  std::reverse(down.order.begin(), down.order.end());
  EXPECT_EQ(kendall(up, down), -1);
  EXPECT_EQ(spearman(up, down), -1);
  const std::vector<Ranking> same(4, up);
  EXPECT_EQ(mean_kendall(same), 1);
  EXPECT_EQ(mean_spearman(same), 1);
}

TEST(RankCorrelation, ignores_the_order_of_tied_features) {
  const std::vector<Ranked> one = {{0, "", 3}, {1, "", 1}, {2, "", 1}, {3, "", 1}};
  const std::vector<Ranked> other = {{0, "", 3}, {3, "", 1}, {2, "", 1}, {1, "", 1}};
  const Ranking a = ranking_of(one);
  const Ranking b = ranking_of(other);
  EXPECT_EQ(a.is_tied, (std::vector<bool>{false, false, true, true}));
  EXPECT_EQ(kendall(a, b), 1);
  EXPECT_EQ(spearman(a, b), 1);
}

TEST(RankCorrelation, has_the_tie_rule_of_the_searches) {
  const std::vector<Ranked> entries = {
      {0, "", INFINITY}, {1, "", INFINITY}, {2, "", 1}, {3, "", 1 - 1e-12}, {4, "", 1 - 1e-6}};
  EXPECT_EQ(ranking_of(entries).is_tied, (std::vector<bool>{false, true, false, true, false}));
}

TEST(RankCorrelation, is_undefined_without_ranks_to_compare) {
  const Ranking flat{.order = {0, 1, 2}, .is_tied = {false, true, true}};
  const Ranking steep{.order = {0, 1, 2}, .is_tied = {}};
  const Ranking shorter{.order = {0, 1}, .is_tied = {}};
  EXPECT_TRUE(std::isnan(kendall(flat, steep)));
  EXPECT_TRUE(std::isnan(spearman(steep, flat)));
  EXPECT_TRUE(std::isnan(kendall(steep, shorter)));
  EXPECT_TRUE(std::isnan(spearman(steep, shorter)));
  const std::vector<Ranking> single = {steep};
  EXPECT_TRUE(std::isnan(mean_kendall(single)));
  EXPECT_TRUE(std::isnan(mean_spearman(single)));
  const std::vector<Ranking> mixed = {steep, steep, flat};
  EXPECT_TRUE(std::isnan(mean_kendall(mixed)));
  EXPECT_TRUE(std::isnan(mean_spearman(mixed)));
  const std::vector<Ranking> uneven = {steep, shorter};
  EXPECT_TRUE(std::isnan(mean_kendall(uneven)));
  EXPECT_TRUE(std::isnan(mean_spearman(uneven)));
}

TEST(RankCorrelation, is_the_same_on_any_threads) {
  std::vector<Ranking> rankings;
  for (std::uint64_t i = 0; i < 9; ++i)
    rankings.push_back(scored(200, 1'000, i).ranking);
  const double one = mean_kendall(rankings, {.threads = 1});
  EXPECT_NE(one, 0);
  EXPECT_EQ(mean_kendall(rankings, {.threads = 2}), one);
  EXPECT_EQ(mean_kendall(rankings, {.threads = 5}), one);
}

}  // namespace
}  // namespace pith
