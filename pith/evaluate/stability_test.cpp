// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/stability.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>

#include "pith/base/error.h"
#include "tests/support/random_lists.h"

namespace pith {
namespace {

TEST(Stability, of_identical_sets_is_one) {
  const RandomLists lists(5, {3, 1, 4});
  const FeatureLists sets(lists, 10);
  EXPECT_EQ(nogueira(sets).value, 1);
  EXPECT_EQ(nogueira(sets).variance, 0);
  EXPECT_EQ(nogueira(sets).lower, 1);
  EXPECT_EQ(kuncheva(sets), 1);
  EXPECT_EQ(jaccard(sets), 1);
}

TEST(Stability, of_two_sets_has_closed_forms) {
  const RandomLists lists = {{0, 1, 2}, {2, 3, 4}};
  const FeatureLists sets(lists, 10);
  const double consistency = (1.0 * 10 - 9) / (3 * 7);
  EXPECT_NEAR(kuncheva(sets), consistency, 1e-15);
  EXPECT_NEAR(nogueira(sets).value, consistency, 1e-15);
  EXPECT_NEAR(jaccard(sets), 1.0 / 5, 1e-15);
}

TEST(Stability, of_random_sets_is_about_zero_for_chance_corrected_indices) {
  const RandomLists lists = random_lists(60, 20, 40, 1);
  const FeatureLists sets(lists, 40);
  EXPECT_NEAR(nogueira(sets).value, 0, 0.03);
  EXPECT_NEAR(kuncheva(sets), 0, 0.03);
  EXPECT_GT(jaccard(sets), 0.3);  // does not
}

TEST(Stability, of_nogueira_is_kunchevas_if_sizes_are_equal) {
  const RandomLists lists = random_lists(7, 4, 15, 1);
  EXPECT_NEAR(nogueira(FeatureLists(lists, 15)).value, kuncheva(FeatureLists(lists, 15)), 1e-14);
}

TEST(Stability, of_different_sizes_is_for_nogueira_and_jaccard) {
  const RandomLists lists = {{0, 1, 2}, {0, 1}, {0}};
  const FeatureLists sets(lists, 8);
  EXPECT_TRUE(std::isnan(kuncheva(sets)));
  // Frequencies 1, 2/3, 1/3 and mean size 2: 1 - (3/2 (2/9 + 2/9) / 8) / (1/4 * 3/4).
  EXPECT_NEAR(nogueira(sets).value, 1 - (2.0 / 3 / 8) / (3.0 / 16), 1e-15);
  EXPECT_NEAR(jaccard(sets), (2.0 / 3 + 1.0 / 3 + 1.0 / 2) / 3, 1e-15);
}

TEST(Stability, has_intervals_that_widen_with_confidence_and_cover_the_truth) {
  const RandomLists lists = random_lists(25, 5, 20, 6);
  const Nogueira usual = nogueira(FeatureLists(lists, 20));
  const Nogueira wide = nogueira(FeatureLists(lists, 20), 0.99);
  EXPECT_NEAR((usual.upper - usual.value) / std::sqrt(usual.variance), 1.959963984540054, 1e-9);
  EXPECT_NEAR((wide.upper - wide.value) / std::sqrt(wide.variance), 2.5758293035489004, 1e-9);
  EXPECT_NEAR(usual.value - usual.lower, usual.upper - usual.value, 1e-15);
  EXPECT_THROW(nogueira(FeatureLists(lists, 20), 1), Error);
  std::size_t covered = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomLists drawn = random_lists(25, 5, 20, seed);
    const Nogueira each = nogueira(FeatureLists(drawn, 20));
    covered += each.lower <= 0 && 0 <= each.upper ? 1 : 0;
  }
  EXPECT_GE(covered, 170U);
  EXPECT_LE(covered, 199U);
}

TEST(Stability, is_undefined_without_sets_to_compare) {
  const RandomLists one = {{0, 1}};
  const RandomLists all = {{0, 1, 2}, {2, 1, 0}};
  const RandomLists none = {{}, {}};
  for (const RandomLists& lists : {one, all, none}) {
    EXPECT_TRUE(std::isnan(nogueira(FeatureLists(lists, 3)).value));
    EXPECT_TRUE(std::isnan(nogueira(FeatureLists(lists, 3)).lower));
    EXPECT_TRUE(std::isnan(kuncheva(FeatureLists(lists, 3))));
  }
  EXPECT_TRUE(std::isnan(jaccard(FeatureLists(one, 3))));
  EXPECT_TRUE(std::isnan(jaccard(FeatureLists(none, 3))));
  EXPECT_EQ(jaccard(FeatureLists(all, 3)), 1);
}

TEST(Stability, does_not_depend_on_the_order_of_sets_or_the_names_of_features) {
  RandomLists lists = random_lists(9, 6, 25, 8);
  const Nogueira first = nogueira(FeatureLists(lists, 25));
  const double consistency = kuncheva(FeatureLists(lists, 25));
  const double shared = jaccard(FeatureLists(lists, 25));
  lists = renamed(lists, 25, 1);
  std::reverse(lists.begin(), lists.end());
  EXPECT_NEAR(nogueira(FeatureLists(lists, 25)).value, first.value, 1e-14);
  EXPECT_NEAR(nogueira(FeatureLists(lists, 25)).variance, first.variance, 1e-14);
  EXPECT_EQ(kuncheva(FeatureLists(lists, 25)), consistency);
  EXPECT_NEAR(jaccard(FeatureLists(lists, 25)), shared, 1e-14);
}

TEST(Stability, is_the_same_on_any_threads) {
  const RandomLists lists = random_lists(30, 7, 40, 1);
  const double one = jaccard(FeatureLists(lists, 40), {.threads = 1});
  EXPECT_EQ(jaccard(FeatureLists(lists, 40), {.threads = 2}), one);
  EXPECT_EQ(jaccard(FeatureLists(lists, 40), {.threads = 5}), one);
}

TEST(Stability, of_all_indices_includes_rankings_if_any) {
  const RandomLists orders = random_lists(4, 10, 10, 1);
  RandomLists top = orders;
  std::vector<Ranking> rankings;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    top[i].resize(3);
    rankings.push_back({.order = orders[i], .is_tied = {}});
  }
  const Stability with = stability(FeatureLists(top, 10), rankings);
  EXPECT_EQ(with.nogueira.value, nogueira(FeatureLists(top, 10)).value);
  EXPECT_EQ(with.kuncheva, kuncheva(FeatureLists(top, 10)));
  EXPECT_EQ(with.jaccard, jaccard(FeatureLists(top, 10)));
  EXPECT_EQ(with.sets.stability(), set_divergence(FeatureLists(top, 10)).stability());
  EXPECT_EQ(with.partial_rankings.stability(),
            ranking_divergence(FeatureLists(top, 10)).stability());
  EXPECT_EQ(with.rankings->stability(), ranking_divergence(FeatureLists(orders, 10)).stability());
  EXPECT_EQ(with.spearman, mean_spearman(rankings));
  EXPECT_EQ(with.kendall, mean_kendall(rankings));
  EXPECT_TRUE(with.notes.empty());
  const Stability without = stability(FeatureLists(top, 10), {});
  EXPECT_FALSE(without.rankings || without.spearman || without.kendall);
  EXPECT_EQ(without.sizes.min, 3U);
  EXPECT_EQ(without.sizes.max, 3U);
}

TEST(Stability, notes_what_is_undefined) {
  const auto note_of = [](const RandomLists& lists) {
    const Stability all = stability(FeatureLists(lists, 3), {});
    return all.notes.empty() ? std::string() : render(all.notes.front());
  };
  EXPECT_EQ(note_of({{0, 1, 2}, {2, 1, 0}}),
            "every list has all features, so the sets cannot differ; select fewer features (k)");
  EXPECT_EQ(note_of({{}, {}}), "every list is empty, so stability is undefined");
  EXPECT_EQ(note_of({{0}, {1, 2}}),
            "the number of selected features varies from 1 to 2; Kuncheva and Jensen-Shannon need "
            "lists of equal length, Nogueira and Jaccard do not");
  EXPECT_EQ(note_of({{0}, {1}}), "");
}

TEST(Stability, notes_ties) {
  const RandomLists top = {{0}, {1}};
  const std::vector<Ranking> rankings = {
      {.order = {0, 1, 2, 3}, .is_tied = {false, false, true, true}},
      {.order = {1, 0, 2, 3}, .is_tied = {false, true, false, false}}};
  const Stability all = stability(FeatureLists(top, 4), rankings);
  ASSERT_EQ(all.notes.size(), 1U);
  EXPECT_EQ(all.notes.front().substr(0, 29), "62 % of the ranks are tied; S");
}

TEST(Stability, has_a_verdict_by_the_value_and_its_interval) {
  EXPECT_EQ(verdict_text({.value = 0.9, .lower = 0.8, .upper = 1.01}),
            "Stable: Nogueira 0.90 (95 % interval 0.80 to 1.00)");
  EXPECT_EQ(verdict_text({.value = 0.76, .lower = 0.7, .upper = 0.82}),
            "Stable: Nogueira 0.76 (95 % interval 0.70 to 0.82, moderately stable to stable)");
  EXPECT_EQ(verdict_text({.value = -0.1, .lower = NAN, .upper = NAN}), "Unstable: Nogueira -0.10");
  EXPECT_EQ(verdict_text({.value = NAN}), "");
  EXPECT_EQ(stability_level(0.75), StabilityLevel::moderately_stable);
  EXPECT_EQ(stability_level(0.4), StabilityLevel::moderately_stable);
  EXPECT_EQ(stability_level(0.39), StabilityLevel::unstable);
}

TEST(Stability, can_be_cancelled) {
  std::stop_source stop;
  stop.request_stop();
  const RandomLists lists = random_lists(5, 8, 30, 2);
  EXPECT_THROW(jaccard(FeatureLists(lists, 30), {.stop = stop.get_token()}), Error);
}

}  // namespace
}  // namespace pith
