// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "pith/base/error.h"
#include "pith/measure/neighbour_information.h"
#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

const Settings quotient{{"form", "quotient"}, {"epsilon", "0"}};

/// y = 2 a + b for independent halves a and b; features a, a copy of a, b, a constant, noise.
Table halves() {
  const std::vector<double> a{0, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<double> b{0, 0, 1, 1, 0, 0, 1, 1};
  return table_of({a, a, b, {3, 3, 3, 3, 3, 3, 3, 3}, {0, 1, 0, 1, 0, 1, 0, 1}},
                  {0, 0, 1, 1, 2, 2, 3, 3});
}

TEST(Mrmr, never_prefers_a_duplicate_to_an_independent_feature_as_relevant) {
  for (const Settings& settings : {Settings{}, quotient, Settings{{"form", "quotient"}}}) {
    EXPECT_EQ(select(halves(), "mrmr", 2, settings).names(),
              (std::vector<std::string>{"x0", "x2"}));
  }
}

TEST(Mrmr, subtracts_the_mean_redundancy) {
  const Selection selection = select(halves(), "mrmr", 5);
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x0", "x2", "x1", "x3", "x4"}));
  EXPECT_NEAR(selection.selected[0].score, std::log(2), 1e-15);
  EXPECT_NEAR(selection.selected[1].score, std::log(2), 1e-15);
  EXPECT_NEAR(selection.selected[2].score, std::log(2) / 2, 1e-15);  // copy of one of two
  EXPECT_NEAR(selection.selected[3].score, 0, 1e-15);
}

TEST(Mrmr, quotient_is_infinite_for_zero_redundancy_and_zero_for_zero_relevance) {
  const Selection selection = select(halves(), "mrmr", 5, quotient);
  EXPECT_EQ(selection.selected[1].score, std::numeric_limits<double>::infinity());  // b beside a
  EXPECT_NEAR(selection.selected[2].score, 2, 1e-14);                               // the copy
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x0", "x2", "x1", "x3", "x4"}));
  EXPECT_EQ(selection.selected[3].score, 0);  // the constant: 0 / 0
}

TEST(Mrmr, quotient_adds_epsilon_to_the_redundancy) {
  const Selection selection =
      select(halves(), "mrmr", 2, {{"form", "quotient"}, {"epsilon", "0.5"}});
  EXPECT_NEAR(selection.selected[1].score, std::log(2) / 0.5, 1e-14);
}

TEST(Mrmr, takes_one_feature_by_relevance_alone) {
  for (const Settings& settings : {Settings{}, quotient}) {
    const Selection selection = select(halves(), "mrmr", 1, settings);
    EXPECT_EQ(selection.names(), std::vector<std::string>{"x0"});
    EXPECT_NEAR(selection.selected[0].score, std::log(2), 1e-15);
  }
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double aa = 0;
  double bb = 0;
  double ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return std::abs(ab) / std::sqrt(aa * bb);
}

double information(const std::vector<double>& a, const std::vector<double>& b) {
  NeighbourRoom room;
  return KraskovInformation(b, 3)(a, room);
}

/// mRMR by its definition: relevance minus mean redundancy, or their quotient.
template <class Relevance, class Redundancy>
std::vector<std::pair<Feature, double>> naive(const NumericExample& made, bool is_quotient,
                                              Relevance relevance, Redundancy redundancy) {
  std::vector<std::pair<Feature, double>> chosen;
  while (chosen.size() < made.features.size()) {
    std::pair<Feature, double> best{0, -std::numeric_limits<double>::infinity()};
    for (Feature x = 0; x < made.features.size(); ++x) {
      double sum = 0;
      bool is_chosen = false;
      for (const auto& step : chosen) {
        is_chosen = is_chosen || step.first == x;
        sum += redundancy(made.features[x], made.features[step.first]);
      }
      const double mean = chosen.empty() ? 0 : sum / static_cast<double>(chosen.size());
      const double of_x = relevance(made.features[x], made.target);
      const double score = chosen.empty() ? of_x : is_quotient ? of_x / (mean + 0.5) : of_x - mean;
      if (!is_chosen && score > best.second) best = {x, score};
    }
    chosen.push_back(best);
  }
  return chosen;
}

void expect_steps(const Selection& selection,
                  const std::vector<std::pair<Feature, double>>& expected) {
  ASSERT_EQ(selection.selected.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(selection.selected[i].feature, expected[i].first) << i;
    EXPECT_NEAR(selection.selected[i].score, expected[i].second,
                1e-11 * std::max(1.0, std::abs(expected[i].second)));
  }
}

TEST(Mrmr, of_a_numeric_target_agrees_with_the_definition) {
  const NumericExample made = numeric_example(80, 7);
  const Table table = numeric_table_of(made.features, made.target);
  const auto f = [](const auto& x, const auto& y) {
    const double r = correlation(x, y);
    return r * r / (1 - r * r) * 78;
  };
  for (const bool is_quotient : {false, true}) {
    Settings settings{{"form", is_quotient ? "quotient" : "difference"}, {"epsilon", "0.5"}};
    const auto by_correlation = naive(made, is_quotient, correlation, correlation);
    expect_steps(select(table, "mrmr", 7, settings), by_correlation);  // the default
    settings.emplace_back("relevance", "correlation");
    expect_steps(select(table, "mrmr", 7, settings), by_correlation);
    settings.back().second = "f";
    expect_steps(select(table, "mrmr", 7, settings), naive(made, is_quotient, f, correlation));
    settings.back() = {"estimator", "ksg"};
    expect_steps(select(table, "mrmr", 7, settings),
                 naive(made, is_quotient, information, information));
  }
}

TEST(Mrmr, of_classes_takes_f_and_correlations_of_numeric_features) {
  const Example made = example(80, 5);
  const Table table = table_of(made.features, made.classes);
  const Selection by_f = select(table, "mrmr", 1, {{"relevance", "f"}});
  EXPECT_EQ(by_f.selected[0].score, select(table, "anova-f", 1).selected[0].score);
  const Selection second = select(table, "mrmr", 2, {{"relevance", "f"}});
  const double relevance = [&] {
    for (const Ranked& entry : select(table, "anova-f", 1).ranking) {
      if (entry.feature == second.selected[1].feature) return entry.score;
    }
    return 0.0;
  }();
  EXPECT_NEAR(second.selected[1].score,
              relevance - correlation(made.features[second.selected[0].feature],
                                      made.features[second.selected[1].feature]),
              1e-12 * relevance);
  const Selection by_neighbours = select(table, "mrmr", 1, {{"estimator", "ksg"}});
  EXPECT_EQ(by_neighbours.selected[0].score, select(table, "ksg", 1).selected[0].score);
}

TEST(Mrmr, counts_information_about_classes_only) {
  const NumericExample made = numeric_example(30, 3);
  try {
    (void)select(numeric_table_of(made.features, made.target), "mrmr", 2,
                 {{"relevance", "information"}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("mrmr with these parameters takes classes"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace pith
