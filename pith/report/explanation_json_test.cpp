// SPDX-License-Identifier: Apache-2.0
// Explains a selection by every method of the catalogue.
#include "pith/report/explanation_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "pith/explain/explain.h"
#include "pith/report/result_request.h"
#include "pith/report/selection_json.h"
#include "tests/support/conformance.h"
#include "tests/support/examples.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

class ExplainedMethod : public ConformanceTest {
 protected:
  ExplainedMethod() : ConformanceTest(TakesTarget::classes) {}
};

class ExplainedNumericMethod : public ConformanceTest {
 protected:
  ExplainedNumericMethod() : ConformanceTest(TakesTarget::numbers) {}
};

std::vector<std::string> numeric_ids() {
  std::vector<std::string> all;
  for (const Method& method : catalog()) {
    if (method.traits.input.needs_target && method.traits.input.target != TakesTarget::classes)
      all.push_back(method.id);
  }
  return all;
}

std::string document_of(const Table& table, const Request& request, unsigned threads) {
  const Explanation found =
      explain(table, request, {.why_not = {"x0", "x3"}}, {.threads = threads});
  return explanation_json(table, found, {});
}

/// Everything that must hold for any method and table.
void expect_explains(const Table& table, const Request& request) {
  const Selection plain = select(table, request);
  const Explanation found = explain(table, request, {.why_not = {"x0", "x3"}});
  expect_same_bits(plain, found.selection);
  ASSERT_EQ(found.steps.size(), plain.selected.size());
  for (std::size_t i = 0; i < found.steps.size(); ++i) {
    const ExplainedStep& step = found.steps[i];
    EXPECT_EQ(step.feature.name, plain.selected[i].name);
    EXPECT_EQ(step.score, plain.selected[i].score);
    EXPECT_EQ(step.gain, plain.selected[i].gain);
    EXPECT_TRUE(std::isfinite(step.relevance.value()) && std::isfinite(step.redundancy) &&
                std::isfinite(step.synergy.value()));
    if (step.runner_up) {
      EXPECT_FALSE(std::isnan(step.runner_up->behind));
      EXPECT_TRUE(found.steps_basis == Basis::information || step.runner_up->behind >= 0);
    }
  }
  ASSERT_EQ(found.substitutes.size(), found.steps.size());
  for (const ExplainedSubstitutes& each : found.substitutes) {
    const std::size_t others = table.features() - found.steps.size();
    EXPECT_EQ(each.candidates.size(), std::min<std::size_t>(3, others)) << each.feature.name;
    for (std::size_t i = 0; i < each.candidates.size(); ++i) {
      EXPECT_FALSE(std::isnan(each.candidates[i].loss));
      EXPECT_TRUE(each.candidates[i].similarity >= 0 && each.candidates[i].similarity <= 1);
    }
  }
  EXPECT_EQ(found.why_not.size(), 2U);
}

TEST_P(ExplainedMethod, is_explained) {
  for (const Settings& settings : single_settings()) {
    SCOPED_TRACE(text_of(settings));
    const Table table = table_for(takes(settings), example(60, 9));
    Request wanted = request(4, settings);
    wanted.allows_ids = true;
    expect_explains(table, wanted);
  }
}

TEST_P(ExplainedMethod, is_explained_with_the_same_bits_on_any_number_of_threads) {
  const Table table = table_for(traits().input.takes, example(90, 20));
  const std::string one = document_of(table, request(6), 1);
  EXPECT_EQ(one, document_of(table, request(6), 2));
  EXPECT_EQ(one, document_of(table, request(6), 5));
}

TEST_P(ExplainedMethod, is_explained_by_what_its_result_says) {
  const Table table = table_for(traits().input.takes, example(60, 9));
  const Selection made = pith::select(table, request(4));
  const ResultRequest read = parse_request(selection_json(table, made, {}), "result.json");
  const Explanation found =
      explain(table, read.request, {.expected = read.expected}, {.seed = read.seed});
  expect_same_bits(made, found.selection);
  EXPECT_EQ(made.params.values(), found.selection.params.values());
}

INSTANTIATE_TEST_SUITE_P(Methods, ExplainedMethod, testing::ValuesIn(method_ids()),
                         method_test_name);

TEST_P(ExplainedNumericMethod, is_explained) {
  const Table table = table_for(traits().input.takes, numeric_example(60, 9));
  expect_explains(table, request(4));
}

INSTANTIATE_TEST_SUITE_P(Methods, ExplainedNumericMethod, testing::ValuesIn(numeric_ids()),
                         method_test_name);

TEST(ExplanationJson, has_no_values_of_rows_and_all_parts) {
  const Table table = table_for(Takes::any, example(60, 9));
  const Explanation found = explain(table, {.method = "mim", .k = 3}, {.why_not = {"x0"}});
  const auto json = nlohmann::json::parse(explanation_json(table, found, {}));
  EXPECT_EQ(json["schema"], "pith/explanation/1");
  for (const char* part : {"basis", "steps", "substitutes", "groups", "similarity", "serves",
                           "distributions", "why_not", "notes", "selection_notes"})
    EXPECT_TRUE(json.contains(part)) << part;
  EXPECT_EQ(json["similarity"]["values"].size(), 9U);
  for (const auto& entry : json["distributions"])
    EXPECT_LE(entry["edges"].size(), 21U);
}

TEST(ExplanationJson, is_a_part_of_the_document_of_its_selection) {
  const Table table = table_for(Takes::codes, example(60, 9));
  const Request request{.method = "mrmr", .k = 3};
  const std::string plain = selection_json(table, select(table, request), {});
  const std::string whole = with_explanation(plain, explain(table, request));
  auto json = nlohmann::ordered_json::parse(whole);
  EXPECT_EQ(json["explanation"]["steps"].size(), 3U);
  json.erase("explanation");
  EXPECT_EQ(json, nlohmann::ordered_json::parse(plain));
}

}  // namespace
}  // namespace pith
