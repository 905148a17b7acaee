// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/jensen_shannon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "tests/support/random_lists.h"

namespace pith {
namespace {

TEST(JensenShannon, is_exactly_one_for_identical_lists) {
  const RandomLists lists(3, {7, 2, 9, 4, 0});
  for (const JensenShannon& each :
       {ranking_divergence(FeatureLists(lists, 30)), set_divergence(FeatureLists(lists, 30))}) {
    EXPECT_EQ(each.divergence, 0);
    EXPECT_EQ(each.stability(), 1);
    EXPECT_EQ(each.published(), 1);
  }
}

TEST(JensenShannon, of_two_disjoint_sets_is_negative_once_corrected) {
  const RandomLists lists = {{0, 1, 2, 3, 4}, {5, 6, 7, 8, 9}};
  const JensenShannon sets = set_divergence(FeatureLists(lists, 30));
  EXPECT_NEAR(sets.divergence, std::log(2), 1e-14);
  EXPECT_NEAR(sets.limit, std::log(6), 1e-14);
  EXPECT_NEAR(sets.published(), 1 - std::log(2) / std::log(6), 1e-14);  // 0.61: the trap
  // By chance a feature is in both with 1/36, and each such pair saves ln 2 of a fifth of the mass.
  EXPECT_NEAR(sets.chance, std::log(2) * 5 / 6, 1e-13);
  EXPECT_NEAR(sets.stability(), -0.2, 1e-12);

  const JensenShannon ranked = ranking_divergence(FeatureLists(lists, 30));
  EXPECT_GT(ranked.published(), 0.6);
  EXPECT_LT(ranked.stability(), -0.1);
}

TEST(JensenShannon, of_two_sets_is_kunchevas_index) {
  const RandomLists lists = {{0, 1, 2, 3, 4, 5}, {4, 5, 6, 7, 8, 9}};
  // (r d - k^2) / (k (d - k)) with r = 2, k = 6, d = 20: both measures are linear in r.
  EXPECT_NEAR(set_divergence(FeatureLists(lists, 20)).stability(), (2.0 * 20 - 36) / (6 * 14),
              1e-13);
}

TEST(JensenShannon, has_the_chance_level_of_the_exact_formula) {
  EXPECT_NEAR(set_divergence(FeatureLists(random_lists(4, 5, 30, 1), 30)).chance, 1.063, 5e-4);
  // Two rankings of two features are the same or reversed, half of the time each.
  const RandomLists reversed = {{0, 1}, {1, 0}};
  const JensenShannon pair = ranking_divergence(FeatureLists(reversed, 2));
  EXPECT_NEAR(pair.divergence, pair.limit, 1e-14);
  EXPECT_NEAR(pair.chance, pair.limit / 2, 5 * pair.chance_error);
  // A list of one feature is a set.
  const RandomLists single = random_lists(7, 1, 12, 1);
  EXPECT_NEAR(ranking_divergence(FeatureLists(single, 12)).chance,
              set_divergence(FeatureLists(single, 12)).chance, 1e-12);
}

/// Straight from the definition: all distributions, their mean, their entropies.
double naive_divergence(const RandomLists& lists, std::size_t features, bool is_ranked) {
  const auto entropy = [](const std::vector<double>& p) {
    double sum = 0;
    for (const double share : p)
      sum -= share > 0 ? share * std::log(share) : 0;
    return sum;
  };
  const auto count = static_cast<double>(lists.size());
  std::vector<double> mean(features, 0.0);
  double entropies = 0;
  for (const std::vector<Feature>& list : lists) {
    const auto k = static_cast<double>(list.size());
    std::vector<double> p(features, 0.0);
    for (std::size_t place = 0; place < list.size(); ++place) {
      double weight = 1;
      for (std::size_t t = place + 1; t <= list.size(); ++t)
        weight += 1 / static_cast<double>(t);
      p[list[place]] = is_ranked ? weight / (2 * k) : 1 / k;
      mean[list[place]] += p[list[place]] / count;
    }
    entropies += entropy(p) / count;
  }
  return entropy(mean) - entropies;
}

TEST(JensenShannon, equals_its_naive_twin) {
  for (const std::size_t length : {1U, 4U, 12U}) {
    const RandomLists lists = random_lists(5, length, 12, 7);
    EXPECT_NEAR(ranking_divergence(FeatureLists(lists, 12)).divergence,
                naive_divergence(lists, 12, true), 1e-14);
    EXPECT_NEAR(set_divergence(FeatureLists(lists, 12)).divergence,
                naive_divergence(lists, 12, false), 1e-14);
  }
}

/// The mean divergence of lists that are drawn, which knows nothing of how `chance` is made.
void expect_chance(const JensenShannon& found, std::size_t length, bool is_ranked) {
  constexpr std::size_t repeats = 2000;
  std::vector<double> values;
  for (std::size_t i = 0; i < repeats; ++i)
    values.push_back(naive_divergence(random_lists(3, length, 25, i), 25, is_ranked));
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / repeats;
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  EXPECT_NEAR(found.chance, mean, 4 * std::sqrt(squares) / repeats);
}

TEST(JensenShannon, has_the_chance_level_of_random_lists) {
  expect_chance(set_divergence(FeatureLists(random_lists(3, 6, 25, 0), 25)), 6, false);
  for (const std::size_t length : {6U, 25U}) {
    const JensenShannon level =
        ranking_divergence(FeatureLists(random_lists(3, length, 25, 0), 25));
    expect_chance(level, length, true);
    EXPECT_LT(level.chance_error, 0.002 * level.chance) << length;
    EXPECT_GT(level.chance_error, 0) << length;
    EXPECT_LT(level.chance, level.limit) << length;
  }
}

TEST(JensenShannon, of_many_random_lists_is_about_zero) {
  const RandomLists lists = random_lists(40, 10, 200, 5);
  EXPECT_NEAR(ranking_divergence(FeatureLists(lists, 200)).stability(), 0, 0.02);
  EXPECT_NEAR(set_divergence(FeatureLists(lists, 200)).stability(), 0, 0.02);
  EXPECT_GT(set_divergence(FeatureLists(lists, 200)).published(), 0.08);
}

TEST(JensenShannon, depends_on_the_order_of_rankings_but_not_of_sets) {
  const RandomLists lists = {{0, 1, 2}, {2, 1, 0}};
  EXPECT_EQ(set_divergence(FeatureLists(lists, 9)).stability(), 1);
  EXPECT_LT(ranking_divergence(FeatureLists(lists, 9)).stability(), 0.95);
  // Weights of the ranks 1, 2, 3 are 17, 11, 8 of 36: only the outer two differ.
  const double inner = 25.0 / 72;
  const auto entropy = [](double p) { return -p * std::log(p); };
  EXPECT_NEAR(ranking_divergence(FeatureLists(lists, 9)).divergence,
              2 * entropy(inner) - entropy(17.0 / 36) - entropy(8.0 / 36), 1e-15);
}

TEST(JensenShannon, does_not_depend_on_the_order_of_lists_or_the_names_of_features) {
  RandomLists lists = random_lists(6, 8, 30, 2);
  const JensenShannon first = ranking_divergence(FeatureLists(lists, 30));
  const RandomLists others = renamed(lists, 30, 3);
  EXPECT_NEAR(ranking_divergence(FeatureLists(others, 30)).divergence, first.divergence, 1e-14);
  std::rotate(lists.begin(), lists.begin() + 2, lists.end());
  EXPECT_NEAR(ranking_divergence(FeatureLists(lists, 30)).divergence, first.divergence, 1e-14);
  EXPECT_EQ(ranking_divergence(FeatureLists(lists, 30)).chance, first.chance);
}

TEST(JensenShannon, is_undefined_if_lists_cannot_differ_or_be_compared) {
  const RandomLists one = {{0, 1}};
  const RandomLists different = {{0, 1}, {0}};
  const RandomLists empty = {{}, {}};
  for (const RandomLists& lists : {one, different, empty}) {
    EXPECT_TRUE(std::isnan(ranking_divergence(FeatureLists(lists, 9)).stability()));
    EXPECT_TRUE(std::isnan(set_divergence(FeatureLists(lists, 9)).stability()));
    EXPECT_TRUE(std::isnan(set_divergence(FeatureLists(lists, 9)).divergence));
  }
  const RandomLists all = {{0, 1}, {1, 0}};
  EXPECT_TRUE(std::isnan(set_divergence(FeatureLists(all, 2)).stability()));
  EXPECT_TRUE(std::isnan(set_divergence(FeatureLists(all, 2)).published()));
  const RandomLists single = {{0}, {0}};
  EXPECT_TRUE(std::isnan(ranking_divergence(FeatureLists(single, 1)).stability()));
}

TEST(JensenShannon, depends_on_the_seed_but_not_on_the_threads) {
  const RandomLists lists = random_lists(5, 8, 30, 2);
  const double one = ranking_divergence(FeatureLists(lists, 30), {.threads = 1}).chance;
  EXPECT_EQ(ranking_divergence(FeatureLists(lists, 30), {.threads = 2}).chance, one);
  EXPECT_EQ(ranking_divergence(FeatureLists(lists, 30), {.threads = 5}).chance, one);
  EXPECT_NE(ranking_divergence(FeatureLists(lists, 30), {.threads = 1, .seed = 1}).chance, one);
}

TEST(JensenShannon, can_be_cancelled) {
  std::stop_source stop;
  stop.request_stop();
  const RandomLists lists = random_lists(5, 8, 30, 2);
  EXPECT_THROW(ranking_divergence(FeatureLists(lists, 30), {.stop = stop.get_token()}), Error);
}

}  // namespace
}  // namespace pith
