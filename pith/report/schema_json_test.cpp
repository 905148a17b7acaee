// SPDX-License-Identifier: Apache-2.0
#include "pith/report/schema_json.h"

#include <gtest/gtest.h>

#include "pith/report/json.h"

namespace pith {
namespace {

TEST(SchemaJson, has_what_the_file_says) {
  const FileSchema schema{.source = "a.parquet",
                          .format = Format::parquet,
                          .files = 2,
                          .rows = 7,
                          .part_name = "row group",
                          .parts = 3,
                          .writer = "some",
                          .columns = {{"x", "int64", "number"}, {"y", "list<int64>", ""}}};
  const Json json = Json::parse(schema_json(schema));
  EXPECT_EQ(json["schema"], "pith/schema/1");
  EXPECT_EQ(json["data"]["format"], "parquet");
  EXPECT_EQ(json["data"]["files"], 2);
  EXPECT_EQ(json["data"]["rows"], 7);
  EXPECT_EQ(json["data"]["parts"]["name"], "row group");
  EXPECT_EQ(json["data"]["parts"]["count"], 3);
  EXPECT_EQ(json["data"]["writer"], "some");
  EXPECT_EQ(json["columns"][0]["kind"], "number");
  EXPECT_EQ(json["columns"][1]["type"], "list<int64>");
  EXPECT_FALSE(json["columns"][1].contains("kind"));
}

TEST(SchemaJson, leaves_out_what_the_file_does_not_say) {
  const Json json = Json::parse(schema_json({.source = "a.arrow", .format = Format::arrow}));
  EXPECT_FALSE(json["data"].contains("rows"));
  EXPECT_FALSE(json["data"].contains("parts"));
  EXPECT_FALSE(json["data"].contains("writer"));
}

}  // namespace
}  // namespace pith
