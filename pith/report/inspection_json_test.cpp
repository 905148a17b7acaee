// SPDX-License-Identifier: Apache-2.0
#include "pith/report/inspection_json.h"

#include <gtest/gtest.h>

#include "pith/report/json.h"

namespace pith {
namespace {

Inspection small() {
  Inspection seen;
  seen.source = "people.csv";
  seen.rows = 3;
  seen.columns = {{.name = "age", .extent = ColumnFacts::Extent{.min = 1, .mean = 2, .max = 4}},
                  {.name = "y", .kind = InferredKind::category, .levels = 2, .duplicate_of = 0}};
  seen.notes = {"a note"};
  return seen;
}

TEST(InspectionJson, has_every_column) {
  Inspection seen = small();
  seen.target = 1;
  seen.classes = {{.name = "no", .rows = 2}, {.name = "yes", .rows = 1}};
  const Json json = Json::parse(inspection_json(seen));
  EXPECT_EQ(json.at("schema"), "pith/inspect/1");
  EXPECT_EQ(dump(json.at("data")), R"({"source":"people.csv","rows":3,"columns":2})");
  EXPECT_EQ(dump(json.at("target")),
            R"({"index":1,"name":"y","task":"classify","classes":[{"name":"no","rows":2},{"name":"yes","rows":1}]})");
  EXPECT_EQ(dump(json.at("columns")[0]),
            R"({"index":0,"name":"age","kind":"number","min":1.0,"mean":2.0,"max":4.0,)"
            R"("missing":0,"stray":[],"constant":false,"unique":false,"identifier":false})");
  EXPECT_EQ(
      dump(json.at("columns")[1]),
      R"({"index":1,"name":"y","kind":"category","levels":2,)"
      R"("missing":0,"stray":[],"constant":false,"unique":false,"identifier":false,"same_as":0})");
  EXPECT_EQ(dump(json.at("notes")), R"(["a note"])");
  EXPECT_EQ(dump(json.at("warnings")), "[]");
}

TEST(InspectionJson, lists_the_texts_that_are_not_numbers) {
  Inspection seen = small();
  seen.columns[0].stray = {{.token = "<LOD", .count = 2, .row = 16, .line = 18},
                           {.token = "x", .count = 1, .row = 1}};
  const Json json = Json::parse(inspection_json(seen));
  EXPECT_EQ(dump(json.at("columns")[0].at("stray")),
            R"([{"token":"<LOD","count":2,"line":18},{"token":"x","count":1}])");
}

TEST(InspectionJson, says_what_is_wrong_with_the_target) {
  Inspection seen = small();
  EXPECT_FALSE(Json::parse(inspection_json(seen)).contains("target"));
  seen.target_problem = "it has fractions";
  EXPECT_EQ(dump(Json::parse(inspection_json(seen)).at("target")),
            R"({"problem":"it has fractions"})");
}

}  // namespace
}  // namespace pith
