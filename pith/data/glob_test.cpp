// SPDX-License-Identifier: Apache-2.0
#include "pith/data/glob.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(Glob, matches_the_whole_name) {
  EXPECT_TRUE(glob_matches("age", "age"));
  EXPECT_FALSE(glob_matches("age", "aged"));
  EXPECT_FALSE(glob_matches("aged", "age"));
  EXPECT_FALSE(glob_matches("age", "Age"));
  EXPECT_TRUE(glob_matches("", ""));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_FALSE(glob_matches("a", ""));
}

TEST(Glob, star_takes_any_text) {
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("*", "anything at all"));
  EXPECT_TRUE(glob_matches("gene_*", "gene_"));
  EXPECT_TRUE(glob_matches("gene_*_x", "gene_1_x_2_x"));
  EXPECT_TRUE(glob_matches("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(glob_matches("*a*b", "ab a"));
  EXPECT_TRUE(glob_matches("**a**", "a"));
}

TEST(Glob, question_mark_takes_one_character) {
  EXPECT_TRUE(glob_matches("x?", "x1"));
  EXPECT_FALSE(glob_matches("x?", "x"));
  EXPECT_FALSE(glob_matches("x?", "x12"));
  EXPECT_TRUE(glob_matches("x?y", "x\xc3\xa9y"));
}

TEST(Glob, sets_have_ranges_and_negation) {
  EXPECT_TRUE(glob_matches("x[0-9]", "x7"));
  EXPECT_FALSE(glob_matches("x[0-9]", "xa"));
  EXPECT_TRUE(glob_matches("x[!0-9]", "xa"));
  EXPECT_FALSE(glob_matches("x[!0-9]", "x7"));
  EXPECT_TRUE(glob_matches("[abc]*", "cat"));
  EXPECT_TRUE(glob_matches("[]]", "]"));
  EXPECT_TRUE(glob_matches("[a-]", "-"));
  EXPECT_TRUE(glob_matches("*[!a]", "aab"));
}

TEST(Glob, a_lone_bracket_stands_for_itself) {
  EXPECT_TRUE(glob_matches("x[1", "x[1"));
  EXPECT_FALSE(glob_matches("x[1", "x1"));
  EXPECT_TRUE(glob_matches("[", "["));
}

TEST(Glob, many_stars_do_not_explode) {
  std::string pattern;
  for (int i = 0; i < 50; ++i)
    pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern + "b", std::string(5000, 'a')));
}

TEST(Glob, any_of_several_patterns) {
  EXPECT_TRUE(matches_any({"a*", "b*"}, "beta"));
  EXPECT_FALSE(matches_any({"a*", "b*"}, "gamma"));
  EXPECT_FALSE(matches_any({}, "gamma"));
}

}  // namespace
}  // namespace pith
