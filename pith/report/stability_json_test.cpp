// SPDX-License-Identifier: Apache-2.0
#include "pith/report/stability_json.h"

#include <gtest/gtest.h>

#include <utility>

#include "pith/report/json.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// Four resamples of a selection of two features of three.
StabilityResult result_of(const Table& table) {
  Resampled resampled;
  resampled.whole = select(table, {.method = "mim", .k = 2});
  resampled.whole.notes = {"of the selection"};
  resampled.whole.selected = {{.feature = 1}, {.feature = 0}};
  resampled.rows = 3;
  resampled.selected = {{1, 2}, {1, 2}, {2, 1}, {1, 0}};
  resampled.notes = {"of the resampling"};
  Stability found = stability(FeatureLists(resampled.selected, table.features()), {}, {});
  found.notes = {"of the indices"};
  return {.table = table,
          .how = {.count = 4, .fraction = 0.75},
          .resampled = std::move(resampled),
          .stability = std::move(found),
          .timing = {.read_seconds = 1, .select_seconds = 2, .threads = 3, .seed = 4}};
}

Table small_table() {
  return table_of(
      {codes_column({0, 1, 0, 1}), codes_column({0, 0, 1, 1}), codes_column({0, 1, 1, 0})},
      {0, 0, 1, 1});
}

TEST(StabilityJson, has_every_feature_that_was_selected_most_often_first) {
  const Table table = small_table();
  const Json json = Json::parse(stability_json(result_of(table)));
  EXPECT_EQ(json.at("schema"), "pith/stability/1");
  EXPECT_EQ(json.at("method").at("id"), "mim");
  ASSERT_EQ(json.at("features").size(), 3U);
  EXPECT_EQ(dump(json.at("features")[0]),
            R"({"index":1,"name":"x1","selected":4,"frequency":1.0,"mean_rank":1.25,"rank":1})");
  EXPECT_EQ(
      dump(json.at("features")[1]),
      R"({"index":2,"name":"x2","selected":3,"frequency":0.75,"mean_rank":1.6666666666666667})");
  EXPECT_EQ(dump(json.at("features")[2]),
            R"({"index":0,"name":"x0","selected":1,"frequency":0.25,"mean_rank":2.0,"rank":2})");
  EXPECT_EQ(dump(json.at("resamples")), R"({"count":4,"fraction":0.75,"bootstrap":false,"rows":3,)"
                                        R"("least_selected":2,"most_selected":2})");
  EXPECT_EQ(dump(json.at("seconds")), R"({"read":1.0,"resample":2.0})");
}

TEST(StabilityJson, has_the_notes_of_all_parts) {
  const Table table = small_table();
  EXPECT_EQ(result_of(table).notes(),
            (std::vector<std::string>{"of the selection", "of the resampling", "of the indices"}));
}

}  // namespace
}  // namespace pith
