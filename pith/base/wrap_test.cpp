// SPDX-License-Identifier: Apache-2.0
#include "pith/base/wrap.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(Wrap, leaves_short_text_alone) {
  EXPECT_EQ(wrap("one two", {.width = 10}), "one two\n");
  EXPECT_EQ(wrap("", {}), "");
}

TEST(Wrap, breaks_at_the_last_space_that_fits) {
  EXPECT_EQ(wrap("one two three", {.width = 8}), "one two\nthree\n");
  EXPECT_EQ(wrap("one two three", {.width = 7}), "one two\nthree\n");
  EXPECT_EQ(wrap("one two three", {.width = 6}), "one\ntwo\nthree\n");
}

TEST(Wrap, indents_the_first_line_and_the_rest) {
  EXPECT_EQ(wrap("one two three", {.width = 9, .first = 1, .rest = 4}), " one two\n    three\n");
}

TEST(Wrap, keeps_spaces_inside_a_line_and_drops_them_at_a_break) {
  EXPECT_EQ(wrap("a   or   b", {.width = 20}), "a   or   b\n");
  EXPECT_EQ(wrap("a   or   b", {.width = 7}), "a   or\nb\n");
}

TEST(Wrap, lets_a_long_word_overflow) {
  EXPECT_EQ(wrap("a incomprehensible b", {.width = 5}), "a\nincomprehensible\nb\n");
}

TEST(Wrap, counts_characters_not_bytes) {
  EXPECT_EQ(wrap("éé éé", {.width = 5}), "éé éé\n");
}

}  // namespace
}  // namespace pith
