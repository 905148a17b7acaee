// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/shape.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/report/page/shapes.h"

namespace pith {
namespace {

using Kind = Shape::Kind;

Shape steps() {
  const Shape step{.kind = Kind::object,
                   .names = {"name", "score?"},
                   .parts = {{.kind = Kind::text}, {.kind = Kind::number}}};
  return {
      .kind = Kind::object, .names = {"steps"}, .parts = {{.kind = Kind::list, .parts = {step}}}};
}

std::string problem_of(const std::string& text) {
  try {
    shaped(ParsedJson::parse(text), steps(), "a.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "";
}

TEST(Shape, keeps_only_the_parts_that_it_names_in_its_order) {
  const auto json = ParsedJson::parse(
      R"({"more": [[[1]]], "steps": [{"score": "inf", "other": {}, "name": "a"}, {"name": "b"}]})");
  EXPECT_EQ(shaped(json, steps(), "a.json").dump(),
            R"({"steps":[{"name":"a","score":"inf"},{"name":"b"}]})");
}

TEST(Shape, names_the_place_that_differs) {
  EXPECT_EQ(
      problem_of("[]"),
      "a.json: the document must be an object (got a list); write the result again with pith");
  EXPECT_EQ(problem_of("{}"), "a.json: steps is not there; write the result again with pith");
  EXPECT_EQ(problem_of(R"({"steps": [{"name": "a"}, {"name": 1}]})"),
            "a.json: steps[1].name must be a text (got 1); write the result again with pith");
  EXPECT_EQ(
      problem_of(R"({"steps": [{"name": "a", "score": "much"}]})"),
      "a.json: steps[0].score must be a number (got 'much'); write the result again with pith");
}

TEST(Shape, limits_mappings) {
  ParsedJson json = ParsedJson::object();
  for (int i = 0; i < 1001; ++i)
    json[std::to_string(i)] = 1U;
  const Shape mapping{.kind = Kind::mapping, .parts = {{.kind = Kind::count}}};
  EXPECT_THROW(shaped(json, mapping, "a.json"), Error);
  json.erase("7");
  EXPECT_EQ(shaped(json, mapping, "a.json").size(), 1000U);
}

TEST(Shape, knows_the_documents_of_results) {
  for (const char* schema : {"pith/selection/1", "pith/explanation/1", "pith/evaluation/1",
                             "pith/stability/1", "pith/inspect/1"})
    EXPECT_NE(shape_of(schema), nullptr) << schema;
  EXPECT_EQ(shape_of("pith/report/1"), nullptr);
}

}  // namespace
}  // namespace pith
