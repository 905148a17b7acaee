// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/documents.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "tests/support/xml.h"

namespace pith {
namespace {

Json selection() {
  return Json::parse(R"({"schema":"pith/selection/1","method":{"id":"mim"},
    "data":{"source":"data/wine.csv","features":13},"stopped":"reached_k",
    "selected":[{"rank":1,"index":6,"name":"a","score":"inf","gain":0.5},
                {"rank":2,"index":2,"name":"b","score":null}]})");
}

TEST(Documents, a_selection_has_a_path) {
  const PathData data = path_data(selection());
  EXPECT_EQ(data.title, "mim: 2 of 13 features – wine.csv");
  EXPECT_EQ(data.unit, "nats");
  EXPECT_EQ(data.stopped, "the requested number");
  ASSERT_EQ(data.steps.size(), 2U);
  EXPECT_EQ(data.steps[0].feature, 6U);
  EXPECT_EQ(data.steps[0].score, INFINITY);
  EXPECT_EQ(data.steps[0].gain, 0.5);
  EXPECT_TRUE(std::isnan(data.steps[1].score));
  EXPECT_FALSE(data.steps[1].gain);
}

TEST(Documents, a_selection_with_a_ranking_is_drawn_as_one) {
  Json json = selection();
  EXPECT_TRUE(ranking_data(json).features.empty());
  EXPECT_EQ(document_charts(json.dump()).front().id, "path");
  json["ranking"] =
      Json::parse(R"([{"index":6,"name":"a","score":2},{"index":0,"name":"c","score":1}])");
  const RankingData data = ranking_data(json);
  ASSERT_EQ(data.features.size(), 2U);
  EXPECT_TRUE(data.features[0].is_selected);
  EXPECT_FALSE(data.features[1].is_selected);
  EXPECT_EQ(document_charts(json.dump()).front().id, "ranking");
}

TEST(Documents, an_evaluation_has_a_chart_for_each_learner) {
  const Json json = Json::parse(R"({"schema":"pith/evaluation/1","metric":"error",
    "data":{"source":"wine.csv"},"k":[1,2],"learners":[{"label":"knn"},{"label":"qda"}],
    "curves":[{"method":"jmi","learner":"qda","points":[
      {"k":1,"error":{"mean":0.5,"lower":0.25,"upper":0.75}},
      {"k":2,"error":{"mean":null,"lower":null,"upper":null}}]}],
    "baselines":{"all_features":[{"learner":"knn","error":"failed"},
      {"learner":"qda","metrics":{"error":{"mean":0.1,"lower":0,"upper":0.2}}}],
      "majority_class":{"error":0.6}}})");
  const std::vector<ErrorData> all = error_data(json);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "error");
  EXPECT_TRUE(all[0].series.empty());
  ASSERT_EQ(all[0].baselines.size(), 1U);
  EXPECT_EQ(all[1].id, "error-2");
  EXPECT_EQ(all[1].title, "qda: error – wine.csv");
  ASSERT_EQ(all[1].series.size(), 1U);
  EXPECT_EQ(all[1].series[0].values[0], 0.5);
  EXPECT_EQ(all[1].series[0].limits[0].upper, 0.75);
  EXPECT_TRUE(std::isnan(all[1].series[0].values[1]));
  ASSERT_EQ(all[1].baselines.size(), 2U);
  EXPECT_EQ(all[1].baselines[1].value, 0.6);
  EXPECT_EQ(document_charts(json.dump()).size(), 2U);
  EXPECT_THROW(error_data(json, "rmse"), Error);  // which the document does not hold
}

TEST(Documents, stability_has_frequencies_and_a_verdict) {
  const FrequencyData data = frequency_data(Json::parse(R"({"schema":"pith/stability/1",
    "method":{"id":"mim"},"data":{},"resamples":{"count":4},
    "indices":{"nogueira":{"value":0.5,"variance":0,"lower":0.3,"upper":0.7}},
    "features":[{"index":1,"name":"a","frequency":0.75,"rank":2},
                {"index":0,"name":"b","frequency":0.25}]})"));
  EXPECT_EQ(data.verdict,
            "Moderately stable: Nogueira 0.50 (95 % interval 0.30 to 0.70, unstable to "
            "moderately stable)");
  ASSERT_EQ(data.features.size(), 2U);
  EXPECT_EQ(data.features[0].rank, 2U);
  EXPECT_FALSE(data.features[1].rank);
  EXPECT_EQ(data.resamples, 4U);
}

TEST(Documents, anything_else_is_an_error) {
  for (const char* text : {"", "3", "[]", "{}", R"({"schema":1})", R"({"schema":"other"})",
                           R"({"schema":"pith/selection/1"})", R"({"schema":"pith/stability/1"})",
                           R"({"schema":"pith/evaluation/1","metric":3})"})
    EXPECT_THROW(document_charts(text), Error) << text;
}

}  // namespace
}  // namespace pith
