// SPDX-License-Identifier: Apache-2.0
#include "pith/data/missing_tokens.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(MissingTokens, are_those_of_pandas_a_question_mark_and_a_point) {
  const MissingTokens tokens;
  for (const char* text : {"",     "#N/A",   "#N/A N/A", "#NA",  "-1.#IND", "-1.#QNAN", "-NaN",
                           "-nan", "1.#IND", "1.#QNAN",  "<NA>", "N/A",     "NA",       "NULL",
                           "NaN",  "None",   "n/a",      "nan",  "null",    "?",        "."}) {
    EXPECT_TRUE(tokens.contains(text)) << text;
  }
  for (const char* text : {"na", "Na", "none", "NONE", "Null", "NAN", "-", "--", "..", " ", "0",
                           "missing", "#n/a", "<na>", "N/A "}) {
    EXPECT_FALSE(tokens.contains(text)) << text;
  }
  EXPECT_FALSE(tokens.contains(0.0));
}

TEST(MissingTokens, take_more_of_them_and_numbers_by_value) {
  const MissingTokens tokens({"-999", "unknown", "<LOD"});
  EXPECT_TRUE(tokens.contains("unknown"));
  EXPECT_TRUE(tokens.contains("<LOD"));
  EXPECT_TRUE(tokens.contains("NA"));
  EXPECT_FALSE(tokens.contains("Unknown"));
  EXPECT_TRUE(tokens.has_numbers());
  EXPECT_TRUE(tokens.contains(-999.0));
  EXPECT_FALSE(tokens.contains(999.0));
}

TEST(MissingTokens, are_the_empty_text_alone_without_the_default) {
  const MissingTokens tokens({"-"}, false);
  EXPECT_TRUE(tokens.contains(""));
  EXPECT_TRUE(tokens.contains("-"));
  EXPECT_FALSE(tokens.contains("NA"));
  EXPECT_FALSE(tokens.contains("?"));
}

TEST(MissingTokens, are_only_those_that_are_named) {
  EXPECT_FALSE(MissingTokens::only({}).contains(""));
  EXPECT_FALSE(MissingTokens::only({"-"}).contains("NA"));
  EXPECT_TRUE(MissingTokens::only({"-"}).contains("-"));
  EXPECT_TRUE(MissingTokens::only({""}).contains(""));
}

TEST(MissingTokens, may_be_long) {
  const std::string token(100, 'x');
  const MissingTokens tokens({token});
  EXPECT_TRUE(tokens.contains(token));
  EXPECT_FALSE(tokens.contains(token + "x"));
}

}  // namespace
}  // namespace pith
