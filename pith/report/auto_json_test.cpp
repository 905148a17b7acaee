// SPDX-License-Identifier: Apache-2.0
#include "pith/report/auto_json.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/report/json.h"
#include "tests/tables.h"

namespace pith {
namespace {

Table small_table() {
  return table_of({codes_column({0, 1, 0, 1}), codes_column({0, 0, 1, 1})}, {0, 0, 1, 1});
}

TEST(AutoJson, is_the_document_of_the_selection_where_k_was_given) {
  const Table table = small_table();
  const AutoOutcome result{.outcome = run(table, {.method = "mim", .k = 1})};
  EXPECT_EQ(selection_json(table, result, {}), selection_json(table, result.outcome, {}));
}

TEST(AutoJson, adds_the_steps_of_a_test_against_chance) {
  const Table table = small_table();
  AutoOutcome result{.outcome = run(table, {.method = "mim", .k = 1})};
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

TEST(AutoJson, adds_the_errors_of_a_learner) {
  const Table table = small_table();
  AutoOutcome result{.outcome = run(table, {.method = "mim", .k = 1})};
  result.cv = CvChoice{
      .k = 1, .points = {{.features = 1, .error = 0.25, .standard_error = 0.125}}, .chance = 0.5};
  const Json json = Json::parse(selection_json(table, result, {}));
  EXPECT_EQ(dump(json.at("auto")),
            R"({"how":"cv","chance":0.5,"points":[{"k":1,"error":0.25,"standard_error":0.125}]})");
}

}  // namespace
}  // namespace pith
