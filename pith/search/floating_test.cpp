// SPDX-License-Identifier: Apache-2.0
#include "pith/search/floating.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

#include "pith/base/error.h"
#include "pith/base/random.h"

namespace pith {
namespace {

using Set = std::vector<Feature>;

std::size_t mask_of(const Set& set) {
  std::size_t mask = 0;
  for (const Feature feature : set)
    mask |= std::size_t{1} << feature;
  return mask;
}

/// A value for every set of a few features.
struct Values {
  std::vector<double> values(std::span<const Set> sets, const Context&) {
    std::vector<double> found;
    for (const Set& set : sets) {
      EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
      found.push_back(of_mask[mask_of(set)]);
    }
    calls += sets.size();
    return found;
  }

  std::vector<double> of_mask;
  std::size_t calls = 0;
};

/// Additive worth with random interactions, so that greedy inclusion often goes wrong.
Values random_values(std::size_t features, std::uint64_t seed) {
  const Random random(seed, 0);
  Values made;
  for (std::size_t mask = 0; mask < std::size_t{1} << features; ++mask)
    made.of_mask.push_back(static_cast<double>(std::popcount(mask)) + 2 * random.uniform(mask));
  return made;
}

Set search(Values& values, std::size_t features, std::size_t k, const Set& keep = {}) {
  return FloatingSearch(values, features, {.k = k, .keep = keep}, {}).run();
}

/// The same search by masks, written from the definition.
class MaskSearch {
 public:
  MaskSearch(const std::vector<double>& values, std::size_t features, std::size_t k)
      : values_(values), features_(features), k_(k) {}

  std::size_t run() {
    std::size_t mask = 0;
    while (count(mask) < k_) {
      std::size_t best = 0;
      for (std::size_t f = 0; f < features_; ++f) {
        const std::size_t next = mask | bit(f);
        if (next != mask && (best == 0 || values_[next] > values_[best])) best = next;
      }
      mask = best;
      if (known_.count(count(mask)) > 0 && values_[known_[count(mask)]] >= values_[mask])
        mask = known_[count(mask)];
      known_[count(mask)] = mask;
      while (const std::size_t smaller = improved(mask))
        mask = known_[count(smaller)] = smaller;
    }
    return mask;
  }

 private:
  static std::size_t bit(std::size_t f) { return std::size_t{1} << f; }
  static std::size_t count(std::size_t mask) {
    return static_cast<std::size_t>(std::popcount(mask));
  }
  std::size_t improved(std::size_t mask) {
    if (count(mask) < 2) return 0;
    std::size_t best = 0;
    for (std::size_t f = 0; f < features_; ++f) {
      const std::size_t next = mask & ~bit(f);
      if (next != mask && (best == 0 || values_[next] > values_[best])) best = next;
    }
    return values_[best] > values_[known_[count(best)]] ? best : 0;
  }

  const std::vector<double>& values_;
  std::size_t features_;
  std::size_t k_;
  std::map<std::size_t, std::size_t> known_;
};

double best_of_size(const Values& values, std::size_t k) {
  double best = 0;
  for (std::size_t mask = 0; mask < values.of_mask.size(); ++mask) {
    if (static_cast<std::size_t>(std::popcount(mask)) == k)
      best = std::max(best, values.of_mask[mask]);
  }
  return best;
}

/// What greedy inclusion alone reaches.
double greedy(const Values& values, std::size_t features, std::size_t k) {
  std::size_t mask = 0;
  for (std::size_t step = 0; step < k; ++step) {
    std::size_t best = 0;
    for (std::size_t f = 0; f < features; ++f) {
      const std::size_t next = mask | (std::size_t{1} << f);
      if (next != mask && (best == 0 || values.of_mask[next] > values.of_mask[best])) best = next;
    }
    mask = best;
  }
  return values.of_mask[mask];
}

TEST(FloatingSearch, is_the_search_of_the_definition) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (const std::size_t k : {1U, 3U, 5U, 8U}) {
      Values values = random_values(8, seed);
      const Set found = search(values, 8, k);
      EXPECT_EQ(found.size(), k);
      EXPECT_EQ(mask_of(found), MaskSearch(values.of_mask, 8, k).run()) << seed << " " << k;
    }
  }
}

TEST(FloatingSearch, comes_nearer_to_the_best_set_than_inclusion_alone) {
  std::size_t floating_best = 0;
  std::size_t greedy_best = 0;
  double floating_sum = 0;
  double greedy_sum = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Values values = random_values(8, seed);
    const double best = best_of_size(values, 4);
    const double found = values.of_mask[mask_of(search(values, 8, 4))];
    const double simple = greedy(values, 8, 4);
    EXPECT_LE(found, best);
    floating_best += found == best ? 1 : 0;
    greedy_best += simple == best ? 1 : 0;
    floating_sum += found;
    greedy_sum += simple;
  }
  EXPECT_GT(floating_best, greedy_best);
  EXPECT_GT(floating_sum, greedy_sum);
}

/// Feature 0 is the best alone, but 1 and 2 are better together than any set with it.
TEST(FloatingSearch, gives_up_a_feature_that_others_replace) {
  Values values{.of_mask = {0, 5, 4, 6, 4, 6, 9, 9.5}};
  EXPECT_EQ(search(values, 3, 2), (Set{0, 1}));  // no set of three was reached yet
  values.of_mask = {0, 5, 4, 6, 4, 6, 9, 9.5, 1, 5.5, 4.5, 6.5, 4.5, 6.5, 9.7, 9.8};
  const Set found = search(values, 4, 3);
  EXPECT_EQ(found, (Set{1, 2, 3}));  // by way of {0, 1, 2} and {1, 2}
}

TEST(FloatingSearch, breaks_ties_by_column_order_and_ends) {
  Values values{.of_mask = std::vector<double>(64, 1.0)};
  EXPECT_EQ(search(values, 6, 4), (Set{0, 1, 2, 3}));
  EXPECT_LT(values.calls, 40U);
}

TEST(FloatingSearch, never_gives_up_features_to_keep) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Values values = random_values(6, seed);
    const Set found = search(values, 6, 4, {5, 2});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0], 5U);
    EXPECT_EQ(found[1], 2U);
    EXPECT_EQ(std::set<Feature>(found.begin(), found.end()).size(), 4U);
  }
  Values values = random_values(6, 1);
  EXPECT_EQ(search(values, 6, 1, {5, 2}), (Set{5}));
  EXPECT_EQ(search(values, 6, 9).size(), 6U);
}

TEST(FloatingSearch, can_be_cancelled) {
  Values values = random_values(6, 1);
  std::stop_source stop;
  stop.request_stop();
  FloatingSearch search(values, 6, {.k = 3}, {.stop = stop.get_token()});
  EXPECT_THROW((void)search.run(), Error);
}

}  // namespace
}  // namespace pith
