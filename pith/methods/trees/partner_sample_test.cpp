// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/trees/partner_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "pith/base/random.h"

namespace pith {
inline namespace families {
namespace {

/// What x and s share: a part of each, and noise of the pair.
double value_of(const FeaturePair& pair) {
  const auto part = [](Feature f) { return 0.1 * Random(1, 1).uniform(f); };
  return part(pair.x) + part(pair.s) + 0.2 * Random(2, pair.x).uniform(pair.s);
}

struct Asked {
  std::set<std::pair<Feature, Feature>> pairs;
  std::size_t repeated = 0;

  PairValues values() {
    return [this](std::span<const FeaturePair> wanted) {
      std::vector<double> found;
      for (const FeaturePair& pair : wanted) {
        EXPECT_LT(pair.x, pair.s);
        repeated += pairs.insert({pair.x, pair.s}).second ? 0 : 1;
        found.push_back(value_of(pair));
      }
      return found;
    };
  }
};

std::vector<double> exact_scores(std::span<const double> own) {
  const auto features = static_cast<Feature>(own.size());
  std::vector<double> scores(own.begin(), own.end());
  for (Feature x = 0; x < features; ++x) {
    for (Feature s = x + 1; s < features; ++s) {
      scores[x] -= value_of({x, s}) / (features - 1);
      scores[s] -= value_of({x, s}) / (features - 1);
    }
  }
  return scores;
}

std::vector<double> own_of(std::size_t features) {
  std::vector<double> own;
  for (std::size_t f = 0; f < features; ++f)
    own.push_back(0.2 * Random(3, 0).uniform(f));
  return own;
}

TEST(SamplePartners, evaluates_each_pair_once_if_all_are_wanted) {
  for (const std::size_t features : {2U, 3U, 12U, 13U}) {
    const std::vector<double> own = own_of(features);
    const std::vector<char> none(features);
    Asked asked;
    const PartnerScores found = sample_partners(
        {.own = own, .is_settled = none, .wanted = 1, .partners = 99}, asked.values());
    EXPECT_EQ(found.pairs, features * (features - 1) / 2);
    EXPECT_EQ(asked.pairs.size(), found.pairs);
    const auto exact = exact_scores(own);
    for (std::size_t f = 0; f < features; ++f) {
      EXPECT_EQ(found.partners[f], features - 1);
      EXPECT_NEAR(found.scores[f], exact[f], 1e-12);
    }
  }
}

TEST(SamplePartners, finds_the_best_with_few_of_the_pairs) {
  constexpr std::size_t features = 300;
  const std::vector<double> own = own_of(features);
  const std::vector<char> none(features);
  const auto exact = exact_scores(own);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Asked asked;
    const PartnerScores found = sample_partners(
        {.own = own, .is_settled = none, .wanted = 20, .partners = 20, .seed = seed},
        asked.values());
    EXPECT_LT(found.pairs, features * (features - 1) / 4);
    EXPECT_EQ(asked.repeated, 0U);
    const auto best = [](const std::vector<double>& scores) {
      std::vector<std::size_t> order(features);
      for (std::size_t f = 0; f < features; ++f)
        order[f] = f;
      std::sort(order.begin(), order.end(),
                [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
      return std::set<std::size_t>(order.begin(), order.begin() + 20);
    };
    std::size_t right = 0;
    for (const std::size_t f : best(found.scores))
      right += best(exact).count(f);
    EXPECT_GE(right, 19U) << seed;
    // Near the line more partners were seen than elsewhere.
    EXPECT_EQ(*std::min_element(found.partners.begin(), found.partners.end()), 20U);
    EXPECT_GE(*std::max_element(found.partners.begin(), found.partners.end()), 80U);
  }
}

TEST(SamplePartners, evaluates_no_pair_twice) {
  // Nothing tells the features apart but noise: many go on looking, from both ends of pairs.
  const std::vector<double> own(120);
  const std::vector<char> none(120);
  Asked asked;
  const PartnerScores found = sample_partners(
      {.own = own, .is_settled = none, .wanted = 3, .partners = 10, .seed = 1}, asked.values());
  EXPECT_GT(found.pairs, 120U * 10 / 2);
  EXPECT_EQ(asked.repeated, 0U);
  EXPECT_EQ(asked.pairs.size(), found.pairs);
}

TEST(SamplePartners, stops_if_nothing_is_undecided) {
  const std::vector<double> own = own_of(100);
  std::vector<char> settled(100);
  for (const std::size_t wanted : {0U, 100U}) {
    Asked asked;
    const auto found = sample_partners(
        {.own = own, .is_settled = settled, .wanted = wanted, .partners = 10}, asked.values());
    EXPECT_EQ(found.pairs, 500U);
  }
  std::fill(settled.begin() + 40, settled.end(), 1);  // and all of the others are wanted
  Asked asked;
  const auto found = sample_partners(
      {.own = own, .is_settled = settled, .wanted = 40, .partners = 1}, asked.values());
  EXPECT_EQ(found.pairs, 500U);
  for (const std::size_t partners : found.partners)
    EXPECT_EQ(partners, min_partners);
}

/// 40 features with 10 partners each: any partner is as likely as any other.
TEST(SamplePartners, samples_partners_uniformly) {
  const std::vector<double> own(40);
  const std::vector<char> none(40);
  std::vector<double> counts(40);
  constexpr std::size_t rounds = 600;
  for (std::size_t round = 0; round < rounds; ++round) {
    Asked asked;
    (void)sample_partners({.own = own, .is_settled = none, .partners = 10, .seed = round},
                          asked.values());
    for (const auto& [x, s] : asked.pairs) {
      if (x == 0) counts[s] += 1;
    }
  }
  for (std::size_t s = 1; s < 40; ++s)
    EXPECT_NEAR(counts[s] / rounds, 10.0 / 39, 0.09) << s;
}

}  // namespace
}  // namespace families
}  // namespace pith
