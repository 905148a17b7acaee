// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/numeric_examples.h"
#include "tests/support/regression_twin.h"
#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;

double merit(const Data& data, const std::vector<Feature>& set) {
  double relevance = 0;
  double redundancy = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    relevance += naive::symmetric_uncertainty(data.features[set[i]], data.target);
    for (std::size_t j = 0; j < i; ++j) {
      redundancy += naive::symmetric_uncertainty(data.features[set[i]], data.features[set[j]]);
    }
  }
  return relevance / std::sqrt(static_cast<double>(set.size()) + 2 * redundancy);
}

TEST(Cfs, scores_each_step_with_the_merit_of_the_set) {
  const Data data = naive::random_data(1);
  for (const char* search : {"best-first", "greedy"}) {
    const Selection found = select(data.table(), "cfs", 12, {{"search", search}});
    ASSERT_GT(found.selected.size(), 1U);
    std::vector<Feature> set;
    for (const Selected& step : found.selected) {
      set.push_back(step.feature);
      EXPECT_NEAR(step.score, merit(data, set), 1e-12) << search;
    }
  }
}

TEST(Cfs, greedy_selects_the_best_feature_at_each_step_and_stops_without_gain) {
  const Data data = naive::random_data(2);
  const Selection found = select(data.table(), "cfs", 12, {{"search", "greedy"}});
  std::vector<Feature> set;
  double best = 0;
  for (;;) {
    Feature next = 0;
    double next_merit = best;
    for (Feature x = 0; x < data.features.size(); ++x) {
      if (std::count(set.begin(), set.end(), x) > 0) continue;
      std::vector<Feature> larger = set;
      larger.push_back(x);
      if (merit(data, larger) > next_merit + 1e-9) {
        next = x;
        next_merit = merit(data, larger);
      }
    }
    if (next_merit == best) break;
    set.push_back(next);
    best = next_merit;
  }
  EXPECT_EQ(found.features(), set);
  EXPECT_EQ(found.stopped, Stopped::no_gain);
}

TEST(Cfs, finds_the_best_of_all_sets_of_a_few_features) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Data data = naive::random_data(seed, 80, 4);  // fewer features than the search has places
    double best = 0;
    for (unsigned bits = 1; bits < 16; ++bits) {
      std::vector<Feature> set;
      for (Feature x = 0; x < 4; ++x) {
        if ((bits >> x & 1U) != 0) set.push_back(x);
      }
      best = std::max(best, merit(data, set));
    }
    const Selection found = select(data.table(), "cfs", 4);
    EXPECT_NEAR(found.selected.back().score, best, 1e-5) << seed;
    const std::vector<Feature> order = found.features();
    EXPECT_EQ(std::set<Feature>(order.begin(), order.end()).size(), order.size());
  }
}

TEST(Cfs, adds_locally_predictive_features_only_if_requested) {
  // b says less than a about y, but something else.
  Data data;
  data.features.resize(2);
  for (std::uint32_t i = 0; i < 200; ++i) {
    data.target.push_back(i % 2);
    data.features[0].push_back(i % 20 == 0 ? 1 - i % 2 : i % 2);
    data.features[1].push_back(i / 2 % 5 < 2 ? i % 2 : i / 4 % 2);
  }
  const auto predictive = [&](const char* word) {
    return select(data.table(), "cfs", 2, {{"locally_predictive", word}}).features();
  };
  EXPECT_EQ(predictive("false"), std::vector<Feature>{0});
  EXPECT_EQ(predictive("true"), (std::vector<Feature>{0, 1}));
}

TEST(Cfs, treats_uncorrelated_features_as_such_by_default) {
  // y = 2 a + b: a and b are independent of each other and equally relevant.
  Data data;
  data.features.resize(2);
  for (std::uint32_t i = 0; i < 40; ++i) {
    data.features[0].push_back(i % 2);
    data.features[1].push_back(i / 2 % 2);
    data.target.push_back(2 * (i % 2) + i / 2 % 2);
  }
  EXPECT_EQ(select(data.table(), "cfs", 2).selected.size(), 2U);
  // As fully correlated ones they have the merit of one.
  EXPECT_EQ(select(data.table(), "cfs", 2, {{"zero_is_one", "true"}}).selected.size(), 1U);
}

/// The merit by Pearson correlations.
double numeric_merit(const NumericExample& made, const std::vector<Feature>& set) {
  const auto correlation = [](const std::vector<double>& x, const std::vector<double>& y) {
    const twin::Vector a = twin::centred(x);
    const twin::Vector b = twin::centred(y);
    return static_cast<double>(
        std::abs(twin::dot(a, b) / std::sqrt(twin::dot(a, a) * twin::dot(b, b))));
  };
  double relevance = 0;
  double redundancy = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    relevance += correlation(made.features[set[i]], made.target);
    for (std::size_t j = 0; j < i; ++j)
      redundancy += correlation(made.features[set[i]], made.features[set[j]]);
  }
  return relevance / std::sqrt(static_cast<double>(set.size()) + 2 * redundancy);
}

TEST(Cfs, uses_correlations_where_the_target_is_numeric) {
  const NumericExample made = numeric_example(80, 10);
  const Table table = numeric_table_of(made.features, made.target);
  for (const char* search : {"best-first", "greedy"}) {
    const Selection found = select(table, "cfs", 10, {{"search", search}, {"standardize", "true"}});
    ASSERT_GT(found.selected.size(), 1U);
    std::vector<Feature> set;
    for (const Selected& step : found.selected) {
      set.push_back(step.feature);
      EXPECT_NEAR(step.score, numeric_merit(made, set), 1e-11) << search;
    }
    // No other feature improves the set, and none of it is superfluous.
    const double best = found.selected.back().score;
    for (Feature x = 0; x < 10; ++x) {
      std::vector<Feature> other = set;
      const auto place = std::find(other.begin(), other.end(), x);
      if (place == other.end()) {
        other.push_back(x);
      } else {
        other.erase(place);
      }
      EXPECT_LE(numeric_merit(made, other), best + 1e-9) << x;
    }
  }
}

TEST(Cfs, has_the_numeric_merit_of_weka) {
  // CfsSubsetEval of WEKA 3.8.6, in single precision, for {a}, {a, b} and {a, b, c}.
  const Values features{{1, 2, 3, 4, 5, 6, 7, 8},
                        {30, 10, 40, 10, 90, 20, 60, 50},
                        {0.2, 0.9, 0.1, 0.5, 0.4, 0.3, 0.8, 0.6}};
  const Table table = numeric_table_of(features, {2.5, 1, 4.5, 3, 7.5, 5, 6, 9.5});
  Request request{.method = "cfs", .k = 3};
  request.keep = {"x0", "x1", "x2"};
  const Selection found = select(table, request);
  ASSERT_EQ(found.selected.size(), 3U);
  EXPECT_NEAR(found.selected[0].score, 0.840894877910614, 1e-7);
  EXPECT_NEAR(found.selected[1].score, 0.7800255382941674, 1e-7);
  EXPECT_NEAR(found.selected[2].score, 0.7796711664877303, 1e-7);
  EXPECT_EQ(select(table, "cfs", 3).names(), (std::vector<std::string>{"x0"}));
}

}  // namespace
}  // namespace pith
