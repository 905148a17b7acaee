// SPDX-License-Identifier: Apache-2.0
#include "pith/report/selection_json.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/report/json.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

Table small_table() {
  TableParts parts;
  parts.features = {Column::from_numbers({1, 2, 3}), Column::from_numbers({3, 1, 2})};
  parts.names = {"first", "sec\xff"};
  const std::vector<std::uint32_t> codes = {0, 1, 1};
  parts.target = Column::from_codes(codes, {"no", "yes"});
  parts.target_name = "class";
  parts.source = "small.csv";
  return Table(std::move(parts));
}

Selection small_selection() {
  Selection selection;
  selection.method = "sample";
  selection.params =
      Params("sample", {Parameter::real("beta", 0.5, 0, 10, "weight of the redundancy")},
             {{"beta", "0.1"}});
  selection.k = 2;
  selection.selected = {
      {.feature = 1, .name = "sec\xff", .score = 1.0 / 3, .gain = 0.1},
      {.feature = 0, .name = "first", .score = -std::numeric_limits<double>::infinity()}};
  selection.notes = {"a note"};
  return selection;
}

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items())
    keys.push_back(key);
  return keys;
}

Table coded_table() {
  return table_of({codes_column({0, 1, 0, 1}), codes_column({0, 0, 1, 1})}, {0, 0, 1, 1});
}

TEST(SelectionJson, adds_the_steps_of_a_test_against_chance) {
  const Table table = coded_table();
  Selection result = select(table, {.method = "mim", .k = 1});
  result.null = NullChoice{
      .k = 1,
      .steps = {{.feature = 1, .value = 0.5, .p = 0.25, .permutations = 199},
                {.feature = 0, .value = -std::numeric_limits<double>::infinity(), .p = 1}}};
  const Json json = Json::parse(selection_json(table, result, {}));
  EXPECT_EQ(dump(json.at("auto")),
            R"({"how":"null","steps":[)"
            R"({"index":1,"name":"x1","value":0.5,"p":0.25,"permutations":199},)"
            R"({"index":0,"name":"x0","value":"-inf","p":1.0,"permutations":0}]})");
}

TEST(SelectionJson, adds_the_errors_of_a_learner) {
  const Table table = coded_table();
  Selection result = select(table, {.method = "mim", .k = 1});
  result.cv = CvChoice{
      .k = 1, .points = {{.features = 1, .error = 0.25, .standard_error = 0.125}}, .chance = 0.5};
  const Json json = Json::parse(selection_json(table, result, {}));
  EXPECT_EQ(
      dump(json.at("auto")),
      R"({"how":"cv","metric":"error","chance":0.5,"points":[{"k":1,"error":0.25,"standard_error":0.125}]})");
}

TEST(SelectionJson, has_the_keys_of_the_contract_in_their_order) {
  const Json json = Json::parse(selection_json(small_table(), small_selection(), {.threads = 2}));
  EXPECT_EQ(keys_of(json),
            (std::vector<std::string>{"schema", "version", "method", "data", "k", "task", "stopped",
                                      "selected", "missing", "fitted", "notes", "seconds",
                                      "threads", "seed"}));
  EXPECT_EQ(json["schema"], "pith/selection/1");
  EXPECT_EQ(json["method"]["parameters"]["beta"], 0.1);
  EXPECT_EQ(keys_of(json["data"]),
            (std::vector<std::string>{"source", "rows", "features", "target", "classes"}));
  EXPECT_EQ(json["data"]["classes"], (Json{"no", "yes"}));
  EXPECT_EQ(json["stopped"], "reached_k");
  EXPECT_EQ(json["threads"], 2);
}

TEST(SelectionJson, gives_each_step_with_its_gain_where_there_is_one) {
  const Json json = Json::parse(selection_json(small_table(), small_selection(), {}));
  EXPECT_EQ(keys_of(json["selected"][0]),
            (std::vector<std::string>{"rank", "index", "name", "score", "gain"}));
  EXPECT_EQ(json["selected"][0]["score"].get<double>(), 1.0 / 3);
  EXPECT_EQ(json["selected"][0]["name"], "sec\\xff");
  EXPECT_EQ(json["selected"][1]["score"], "-inf");
  EXPECT_FALSE(json["selected"][1].contains("gain"));
}

TEST(SelectionJson, gives_the_bounds_of_a_step_where_there_are_any) {
  Selection selection = small_selection();
  selection.selected[0].bayes_error = {.lower = 0.125, .upper = 0.25};
  const Json json = Json::parse(selection_json(small_table(), selection, {}));
  EXPECT_EQ(json["selected"][0]["bayes_error"], (Json{{"lower", 0.125}, {"upper", 0.25}}));
  EXPECT_FALSE(json["selected"][1].contains("bayes_error"));
}

TEST(SelectionJson, has_a_ranking_and_a_digest_only_when_there_is_one) {
  Selection selection = small_selection();
  selection.ranking = {{.feature = 1, .name = "b", .score = 2}};
  TableParts parts = small_table().parts();
  parts.sha256 = "abc";
  const Json json = Json::parse(selection_json(Table(parts), selection, {}));
  EXPECT_EQ(keys_of(json["ranking"][0]), (std::vector<std::string>{"index", "name", "score"}));
  EXPECT_EQ(json["data"]["sha256"], "abc");
}

TEST(SelectionJson, leaves_the_target_out_when_there_is_none) {
  TableParts parts = small_table().parts();
  parts.target.reset();
  const Json json = Json::parse(selection_json(Table(parts), small_selection(), {}));
  EXPECT_FALSE(json["data"].contains("target"));
  EXPECT_FALSE(json["data"].contains("classes"));
}

}  // namespace
}  // namespace pith
