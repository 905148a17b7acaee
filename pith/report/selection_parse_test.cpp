// SPDX-License-Identifier: Apache-2.0
#include "pith/report/selection_parse.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/report/json.h"
#include "pith/report/selection_json.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Table mixed_table() {
  Mask fifth;
  fifth.set(5);
  return table_of({Column::from_numbers({0.1, 1.5, 2.5, 3.5, 4.5, nan, 6.5, 7.5}, fifth)
                       .with_stray({{.token = "<LOD", .count = 1, .row = 5}}),
                   Column::from_numbers({1, 2, 2, 7, 7, nan, 7, 7}, fifth),
                   Column::from_codes(std::vector<std::uint32_t>{0, 0, 0, 1, 1, 0, 1, 1},
                                      {"a\nb", "é\""}, fifth)},
                  {0, 0, 0, 1, 1, 0, 1, 1});
}

std::string document() {
  const Table table = mixed_table();
  return selection_json(table, select(table, {.method = "mim", .k = 3, .missing = Missing::impute}),
                        {});
}

std::string message_of(const std::string& text) {
  try {
    (void)parse_selection(text, "r.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(message.starts_with("r.json: ")) << message;
    return message;
  }
  return "accepted";
}

TEST(ParseSelection, reads_what_selection_json_writes) {
  const Table table = mixed_table();
  const Selection selection = select(table, {.method = "mim", .k = 3, .missing = Missing::impute});
  const FittedSelection back = parse_selection(selection_json(table, selection, {}), "r.json");
  EXPECT_EQ(back.target, "y");
  EXPECT_EQ(back.classes, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(back.missing, Missing::impute);
  ASSERT_EQ(back.features.size(), selection.fitted.size());
  for (std::size_t i = 0; i < back.features.size(); ++i) {
    const FittedFeature& expected = selection.fitted[i];
    EXPECT_EQ(back.features[i].name, expected.name);
    EXPECT_EQ(back.features[i].kind, expected.kind);
    EXPECT_EQ(back.features[i].fill_number, expected.fill_number);
    EXPECT_EQ(back.features[i].fill_level, expected.fill_level);
    EXPECT_EQ(back.features[i].cuts, expected.cuts);
    EXPECT_EQ(back.features[i].levels, expected.levels);
    EXPECT_EQ(back.features[i].stray, expected.stray);
  }
}

TEST(ParseSelection, rejects_other_documents) {
  EXPECT_NE(message_of("").find("not a JSON document"), std::string::npos);
  EXPECT_NE(message_of("rank,index,name\n").find("not a JSON document"), std::string::npos);
  EXPECT_NE(message_of("[]").find("(got none)"), std::string::npos);
  EXPECT_NE(message_of("{\"schema\": 1}").find("(got none)"), std::string::npos);
  EXPECT_NE(message_of("{\"schema\": \"pith/evaluation/1\"}").find("'pith/evaluation/1'"),
            std::string::npos);
  EXPECT_NE(message_of("{\"schema\": \"pith/selection/1\"}").find("missing is not there"),
            std::string::npos);
}

TEST(ParseSelection, names_the_part_that_is_wrong) {
  const auto changed = [](const std::string& pointer, const Json& value) {
    Json json = Json::parse(document());
    json[Json::json_pointer(pointer)] = value;
    return message_of(dump(json));
  };
  EXPECT_NE(changed("/fitted", 3).find("fitted must be a list"), std::string::npos);
  EXPECT_NE(changed("/fitted/1", "x").find("fitted[1] must be an object"), std::string::npos);
  EXPECT_NE(changed("/fitted/1/name", nullptr).find("fitted[1].name must be a text"),
            std::string::npos);
  EXPECT_NE(changed("/fitted/1/kind", "shape").find("(got 'shape')"), std::string::npos);
  EXPECT_NE(changed("/missing", "guess").find("(got 'guess')"), std::string::npos);
  EXPECT_NE(changed("/data", nullptr), "");
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string place = "/fitted/" + std::to_string(i);
    EXPECT_NE(changed(place + "/fill", Json::array()), "accepted");
    EXPECT_NE(changed(place + "/cuts", Json{2, 1}), "accepted");
    EXPECT_NE(changed(place + "/cuts", Json{1, 1}), "accepted");
    EXPECT_NE(changed(place + "/cuts", Json{"a"}), "accepted");
    EXPECT_NE(changed(place + "/levels", Json{"a", "a"}), "accepted");
    EXPECT_NE(changed(place + "/levels", Json{3, 2}), "accepted");
    EXPECT_NE(changed(place + "/stray", 1), "accepted");
    EXPECT_NE(changed(place + "/name", "y").find("is the target"), std::string::npos);
  }
  EXPECT_NE(changed("/fitted/1", Json::parse(document())["fitted"][0]).find("repeats the feature"),
            std::string::npos);
}

TEST(ParseSelection, escapes_hostile_names_in_messages) {
  Json json = Json::parse(document());
  json["fitted"][0]["kind"] = "a\nb\x1b[31m";
  EXPECT_NE(message_of(dump(json)).find("a\\x0ab\\x1b[31m"), std::string::npos);
}

TEST(ParseSelection, rejects_deep_and_cut_documents) {
  EXPECT_NE(message_of(std::string(200'000, '[')), "accepted");
  EXPECT_NE(message_of(std::string(200'000, '[') + std::string(200'000, ']')), "accepted");
  EXPECT_NE(message_of("{\"schema\":\"pith/selection/1\",\"k\":1e999999}"), "accepted");
  const std::string whole = document();
  for (std::size_t size = 0; size + 2 < whole.size(); size += 7)
    EXPECT_NE(message_of(whole.substr(0, size)), "accepted") << size;
}

TEST(ParseSelection, survives_damaged_bytes) {
  const std::string whole = document();
  const Random random(18, 0);
  for (std::size_t i = 0; i < 3000; ++i) {
    std::string damaged = whole;
    damaged[random.below(2 * i, whole.size())] = static_cast<char>(random.below(2 * i + 1, 256));
    try {
      (void)parse_selection(damaged, "r.json");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    }
  }
}

}  // namespace
}  // namespace pith
