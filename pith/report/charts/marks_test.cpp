// SPDX-License-Identifier: Apache-2.0
// Every number of the data is a mark with the exact number.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "pith/report/charts/charts.h"
#include "tests/support/xml.h"

namespace pith {
namespace {

bool has_tip(const Chart& chart, const std::string& tip) {
  return chart.svg.find("data-tip=\"" + tip + "\"") != std::string::npos;
}

std::size_t marks(const Chart& chart) {
  return occurrences(chart.svg, " data-tip=\"");
}

TEST(Marks, of_a_path_have_score_and_gain) {
  const Chart chart =
      path_chart({.unit = "nats",
                  .steps = {{.feature = 6, .name = "a", .score = 0.1, .gain = 0.1},
                            {.feature = 2, .name = "b", .score = 0.05, .gain = -0.05}},
                  .stopped = "no gain"});
  EXPECT_EQ(marks(chart), 2U);
  EXPECT_NE(chart.svg.find("<g data-feature=\"6\" data-tip=\"1. a: score 0.1, gain 0.1\">"
                           "<title>1. a: score 0.1, gain 0.1</title>"),
            std::string::npos);
  EXPECT_TRUE(has_tip(chart, "2. b: score 0.05, gain -0.05"));
  EXPECT_NE(chart.svg.find("Stopped after 2 features: no gain"), std::string::npos);
  EXPECT_NE(chart.svg.find("var(--pith-2, "), std::string::npos);  // what falls is marked
}

TEST(Marks, of_long_lists_are_the_first_ones_and_the_rest_is_counted) {
  RankingData ranking;
  FrequencyData frequency{.resamples = 10};
  PathData path;
  for (std::size_t i = 0; i < 1300; ++i) {
    ranking.features.push_back({.feature = i, .name = "x", .score = 1});
    frequency.features.push_back({.feature = i, .name = "x", .share = 0.5});
    path.steps.push_back({.feature = i, .name = "x", .score = 1});
  }
  EXPECT_EQ(marks(ranking_chart(ranking)), 40U);
  EXPECT_EQ(marks(frequency_chart(frequency)), 40U);
  EXPECT_EQ(marks(path_chart(path)), 200U);
  EXPECT_NE(ranking_chart(ranking).svg.find("and 1,260 more features"), std::string::npos);
  EXPECT_NE(path_chart(path).svg.find("and 1,100 more steps"), std::string::npos);
}

TEST(Marks, of_a_ranking_tell_selected_features_apart) {
  const Chart chart =
      ranking_chart({.features = {{.feature = 3, .name = "a", .score = 2.5, .is_selected = true},
                                  {.feature = 1, .name = "b", .score = -1}}});
  EXPECT_TRUE(has_tip(chart, "1. a: score 2.5, selected"));
  EXPECT_TRUE(has_tip(chart, "2. b: score -1"));
  EXPECT_NE(chart.svg.find(">not selected</text>"), std::string::npos);
}

TEST(Marks, of_frequencies_have_counts_and_ranks) {
  const Chart chart =
      frequency_chart({.verdict = "Stable",
                       .resamples = 50,
                       .features = {{.feature = 3, .name = "a", .share = 0.94, .rank = 1},
                                    {.feature = 1, .name = "b", .share = 0.5}}});
  EXPECT_TRUE(
      has_tip(chart, "a: selected from 47 of 50 resamples (frequency 0.94), rank 1 on all rows"));
  EXPECT_TRUE(has_tip(chart, "b: selected from 25 of 50 resamples (frequency 0.5)"));
  EXPECT_NE(chart.svg.find(">Stable</text>"), std::string::npos);
}

TEST(Marks, below_a_long_verdict_have_it_in_full) {
  const Chart chart = frequency_chart(
      {.verdict = "Stable: Nogueira 0.81 (95 % interval 0.72 to 0.84, moderately stable to stable)",
       .resamples = 50,
       .features = {{.feature = 3, .name = "a", .share = 0.94, .rank = 1}}});
  EXPECT_NE(chart.svg.find(">Stable: Nogueira 0.81 (95 % interval 0.72 to 0.84, moderately</text>"),
            std::string::npos);
  EXPECT_NE(chart.svg.find(">stable to stable)</text>"), std::string::npos);
}

TEST(Marks, of_relevance_are_points_of_both_kinds) {
  const Chart chart = relevance_chart(
      {.points = {{.feature = 3, .name = "a", .rank = 1, .relevance = 0.75, .redundancy = 0},
                  {.feature = 1, .name = "b", .relevance = 0.25, .redundancy = 0.125}}});
  EXPECT_TRUE(has_tip(chart, "1. a: relevance 0.75, redundancy 0"));
  EXPECT_TRUE(has_tip(chart, "b: relevance 0.25, redundancy 0.125"));
  EXPECT_NE(chart.svg.find(">1 a</text>"), std::string::npos);
}

TEST(Marks, labels_on_the_left_of_a_point_end_beside_it) {
  const Chart chart = relevance_chart(
      {.points = {
           {.feature = 3, .name = "first", .rank = 1, .relevance = 1, .redundancy = 0},
           {.feature = 1, .name = "long_name", .rank = 2, .relevance = 1, .redundancy = 1}}});
  EXPECT_NE(chart.svg.find("text-anchor=\"end\">2 long_name</text>"), std::string::npos);
}

TEST(Marks, labels_of_points_at_one_place_do_not_cover_each_other) {
  RelevanceData data;
  for (std::size_t i = 0; i < 50; ++i)
    data.points.push_back(
        {.feature = i, .name = "same", .rank = i + 1, .relevance = 1, .redundancy = 1});
  const Chart chart = relevance_chart(data);
  EXPECT_EQ(marks(chart), 50U);
  EXPECT_LE(occurrences(chart.svg, " same</text>"), 6U);
}

TEST(Marks, of_matrices_are_the_pairs) {
  HeatMapData data{.features = {{.feature = 4, .name = "a"}, {.feature = 2, .name = "b"}},
                   .values = {{1, 0.3}, {0.3, 1}}};
  EXPECT_EQ(marks(heat_map(data)), 3U);
  EXPECT_TRUE(has_tip(heat_map(data), "b and a: 0.3"));
  EXPECT_NE(heat_map(data).svg.find(">0.30</text>"), std::string::npos);
  const Chart agreement =
      agreement_chart({.names = {"mrmr", "jmi"}, .values = {{1, 0.25}, {0.25, 1}}});
  EXPECT_TRUE(has_tip(agreement, "jmi and mrmr: 0.25"));
}

TEST(Marks, of_errors_are_points_intervals_and_baselines) {
  const Chart chart = error_chart(
      {.counts = {1, 5},
       .series = {{.name = "jmi", .values = {0.2, 0.1}, .limits = {{0.1, 0.3}, {0.05, 0.15}}}},
       .baselines = {{.name = "all features", .value = 0.15},
                     {.name = "majority class", .value = 0.9}}});
  EXPECT_TRUE(has_tip(chart, "jmi, 1 feature: error 0.2 (0.1 to 0.3)"));
  EXPECT_TRUE(has_tip(chart, "jmi, 5 features: error 0.1 (0.05 to 0.15)"));
  EXPECT_TRUE(has_tip(chart, "all features: error 0.15"));
  EXPECT_TRUE(has_tip(chart, "majority class: error 0.9"));  // too far away for the scale
  EXPECT_NE(chart.svg.find("↑ majority class 90 %"), std::string::npos);
}

TEST(Marks, of_distributions_are_bars_and_means) {
  const Chart chart = distribution_chart({.feature = 1,
                                          .name = "size",
                                          .edges = {0, 0.5, 2},
                                          .groups = {{.name = "", .counts = {3, 4}}},
                                          .mean_target = {10.5, 11},
                                          .target = "price"});
  EXPECT_TRUE(has_tip(chart, "0 to 0.5: 3 (all rows)"));
  EXPECT_TRUE(has_tip(chart, "0.5 to 2: 4 (all rows)"));
  EXPECT_TRUE(has_tip(chart, "0 to 0.5: mean of price 10.5"));
  EXPECT_EQ(marks(chart), 4U);
}

TEST(Marks, of_distributions_have_names_that_differ) {
  DistributionData data{.name = "size", .edges = {0, 1}};
  for (const char* const number : {"1", "2", "10"}) {
    data.groups.push_back(
        {.name = std::string("class number ") + number + " with a long name", .counts = {1}});
  }
  const Chart chart = distribution_chart(data);
  for (const char* const name : {">\xE2\x80\xA6"
                                 "1\xE2\x80\xA6<",
                                 ">\xE2\x80\xA6"
                                 "2\xE2\x80\xA6<",
                                 ">\xE2\x80\xA6"
                                 "10\xE2\x80\xA6<"})
    EXPECT_NE(chart.svg.find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace pith
