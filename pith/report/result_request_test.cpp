// SPDX-License-Identifier: Apache-2.0
#include "pith/report/result_request.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pith/base/error.h"
#include "pith/report/selection_json.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

std::string document_of(const Table& table, const Request& request, std::uint64_t seed = 0) {
  return selection_json(table, select(table, request, {.seed = seed}), {.seed = seed});
}

std::string message_of(const std::string& document) {
  try {
    (void)parse_request(document, "result.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "accepted";
}

std::string replaced(std::string text, const std::string& before, const std::string& after) {
  const std::size_t place = text.find(before);
  EXPECT_NE(place, std::string::npos) << before;
  return text.replace(place, before.size(), after);
}

TEST(ResultRequest, has_what_the_result_tells) {
  const Table table = table_for(Takes::any, example(60, 6));
  Request request{.method = "mrmr", .k = 3, .params = {{"form", "quotient"}}};
  request.rows = 40;
  request.missing = Missing::impute;
  const ResultRequest read = parse_request(document_of(table, request, 7), "result.json");
  EXPECT_EQ(read.request.method, "mrmr");
  EXPECT_EQ(read.request.rows, 40U);
  EXPECT_EQ(read.request.missing, Missing::impute);
  EXPECT_FALSE(read.request.is_exact);
  EXPECT_EQ(read.expected.names.size(), 3U);
  EXPECT_FALSE(read.expected.is_tested);
  EXPECT_EQ(read.targets, (std::vector<std::string>{"y"}));
  EXPECT_EQ(read.task, TaskKind::classify);
  EXPECT_EQ(read.seed, 7U);
  const auto form = std::find(read.request.params.begin(), read.request.params.end(),
                              std::pair<std::string, std::string>("form", "quotient"));
  EXPECT_NE(form, read.request.params.end());
}

TEST(ResultRequest, leaves_the_task_open_for_targets_of_both_kinds) {
  TableParts parts = table_for(Takes::numbers, example(60, 4)).parts();
  std::vector<double> numbers(60);
  std::iota(numbers.begin(), numbers.end(), 0.5);
  parts.more_targets.push_back({.name = "number", .column = Column::from_numbers(numbers)});
  const Table table(std::move(parts));
  const ResultRequest read =
      parse_request(document_of(table, {.method = "mrmr", .k = 2}), "result.json");
  EXPECT_EQ(read.targets, (std::vector<std::string>{"y", "number"}));
  EXPECT_EQ(read.task, TaskKind::automatic);
}

TEST(ResultRequest, tells_what_was_set_aside_and_why) {
  Example made = example(60, 4);
  made.features.emplace_back(60, 1.5);  // constant
  const Table table = table_of(made.features, made.classes);
  // Constants are set aside where pith chooses the method.
  EXPECT_EQ(parse_request(document_of(table, {.k = 2}), "r").request.method, "auto");
  const Request given{.method = "mim", .k = 2, .allows_ids = true};
  EXPECT_EQ(parse_request(document_of(table, given), "r").request.method, "mim");
  EXPECT_TRUE(parse_request(document_of(table, given), "r").request.allows_ids);
}

TEST(ResultRequest, names_what_is_wrong) {
  const Table table = table_for(Takes::any, example(60, 6));
  const std::string good = document_of(table, {.method = "mim", .k = 2});
  EXPECT_EQ(message_of("{"),
            "result.json: this is not a JSON document; write the result of select() with "
            "format=json");
  EXPECT_EQ(
      message_of(replaced(good, "\"k\": 2", "\"k\": -2")),
      "result.json: k must be an integer, at least 0 (got -2); write the result again with pith");
  EXPECT_EQ(message_of(replaced(good, "\"id\":\"mim\"", "\"id\":3")),
            "result.json: method.id must be a text (got 3); write the result again with pith");
  EXPECT_EQ(message_of(replaced(good, "\"seed\"", "\"sad\"")),
            "result.json: seed is not there; write the result again with select()");
}

}  // namespace
}  // namespace pith
