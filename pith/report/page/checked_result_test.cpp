// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/checked_result.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

using Kind = Shape::Kind;

/// A result with k, the number of features and the selected ones.
Shape result() {
  const Shape feature{
      .kind = Kind::object,
      .names = {"rank", "index", "name"},
      .parts = {{.kind = Kind::count}, {.kind = Kind::count}, {.kind = Kind::text}}};
  const Shape data{.kind = Kind::object, .names = {"features"}, .parts = {{.kind = Kind::count}}};
  const Shape features{.kind = Kind::list, .parts = {feature}};
  const Shape rows{.kind = Kind::list,
                   .parts = {{.kind = Kind::list, .parts = {{.kind = Kind::share}}}}};
  const Shape similarity{
      .kind = Kind::object, .names = {"features", "values"}, .parts = {features, rows}};
  return {.kind = Kind::object,
          .names = {"schema", "data", "k", "selected", "similarity?"},
          .parts = {{.kind = Kind::text}, data, {.kind = Kind::count}, features, similarity}};
}

/// What is wrong with a result that has these selected features, and more parts; without the
/// remedy.
std::string problem_of(const std::string& selected, const std::string& more = "") {
  const std::string text = fmt::format(
      R"({{"schema": "pith/selection/1", "data": {{"features": 3}}, "k": 2, "selected": [{}]{}}})",
      selected, more);
  try {
    (void)checked_result(ParsedJson::parse(text), result(), "r.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    const std::string message = error.what();
    return message.substr(0, message.find(';'));
  }
  return "";
}

constexpr const char* first = R"({"rank": 1, "index": 2, "name": "a"})";

TEST(CheckedResult, takes_features_of_the_table_in_order) {
  EXPECT_EQ(problem_of(""), "");
  EXPECT_EQ(problem_of(fmt::format(R"({}, {{"rank": 2, "index": 0, "name": "b"}})", first)), "");
}

TEST(CheckedResult, rejects_features_that_cannot_be) {
  EXPECT_EQ(problem_of(R"({"rank": 1, "index": 3, "name": "a"})"),
            "r.json: selected[0].index must be less than 3, the number of features (got 3)");
  EXPECT_EQ(problem_of(fmt::format(R"({}, {{"rank": 2, "index": 2, "name": "a"}})", first)),
            "r.json: selected[1] repeats feature 2");
  EXPECT_EQ(problem_of(fmt::format("{0}, {0}", first)),
            "r.json: selected[1].rank must be 2 (got 1)");
  EXPECT_EQ(problem_of(fmt::format("{0}, {0}, {0}", first)),
            "r.json: selected must have at most k = 2 items (got 3)");
}

TEST(CheckedResult, rejects_a_similarity_matrix_that_is_not_square) {
  const auto with = [](const std::string& values) {
    return fmt::format(R"(, "similarity": {{"features": [{}], "values": {}}})", first, values);
  };
  EXPECT_EQ(problem_of(first, with("[[1]]")), "");
  EXPECT_EQ(problem_of(first, with("[[1], [1]]")),
            "r.json: similarity.values must have 1 row (got 2)");
  EXPECT_EQ(problem_of(first, with("[[1, 0.5]]")),
            "r.json: similarity.values[0] must have 1 value (got 2)");
}

}  // namespace
}  // namespace pith
