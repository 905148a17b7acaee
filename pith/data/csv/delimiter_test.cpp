// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/delimiter.h"

#include <gtest/gtest.h>

#include <string>

namespace pith {
namespace {

TEST(FindDelimiter, takes_what_occurs_most) {
  EXPECT_EQ(find_delimiter("a,b\n1,2\n"), ',');
  EXPECT_EQ(find_delimiter("a;b\n1;2\n"), ';');
  EXPECT_EQ(find_delimiter("a\tb\n1\t2\n"), '\t');
  EXPECT_EQ(find_delimiter("a|b\n1|2\n"), '|');
  EXPECT_EQ(find_delimiter("\"a,x,y\";b\n1;2\n"), ';');
  EXPECT_EQ(find_delimiter("a,b;c,d\n1,x;3,4\n"), ',');
  EXPECT_EQ(find_delimiter("a\n1\n"), ',');
  EXPECT_EQ(find_delimiter(""), ',');
}

TEST(FindDelimiter, prefers_what_separates_all_lines_alike) {
  EXPECT_EQ(find_delimiter("last, first, title|b\n1|2\nx, y|4\n"), '|');
  EXPECT_EQ(find_delimiter("a;b\n1,5;2\n2,5;3,25\n"), ';');
  EXPECT_EQ(find_delimiter("\"x y\",a|b|c\n1,2\n"), ',');
}

TEST(FindDelimiter, knows_decimal_commas) {
  EXPECT_EQ(find_delimiter("1,5;2,5\n2,5;3,25\n"), ';');
  EXPECT_EQ(find_delimiter("1,5;2;7\n2,5;3;8\n"), ';');
  EXPECT_EQ(find_delimiter("a,x;b\n1,5;2\n", ','), ';');
  EXPECT_EQ(find_delimiter("0,12;-0,34;a\n1,5;2,25;b\n"), ';');
  EXPECT_EQ(find_delimiter("len, mm;y\n1,5;no\n2,5;yes\n"), ';');
  EXPECT_EQ(find_delimiter("x,note,y\n1,a; b,2\n3,c; d,4\n"), ',');
  EXPECT_EQ(find_delimiter("a,b\n1,2\n", ','), ',');
}

TEST(FindDelimiter, takes_blanks_when_nothing_else_separates) {
  EXPECT_EQ(find_delimiter("a b\n1 2\n"), ' ');
  EXPECT_EQ(find_delimiter("a    b\n 1   2\n10  20\n"), ' ');
  EXPECT_EQ(find_delimiter("\"a x\" b\n1 2\n"), ' ');
  EXPECT_EQ(find_delimiter("a b\n1 2\n1 2 3\n"), ',');
  EXPECT_EQ(find_delimiter("a b\n\"r1\" 1 2\n\"r2\" 3 4\n"), ' ');
  EXPECT_EQ(find_delimiter("name of the thing\nx\ny\n"), ',');
}

std::string split(std::string text) {
  split_blanks(text.data(), text.data() + text.size());
  return text;
}

TEST(SplitBlanks, makes_one_delimiter_of_a_run) {
  EXPECT_EQ(split("a b\n1   2\n"), "a\tb\n1\t  2\n");
  EXPECT_EQ(split("  a b  \n 1\t2 \r\n"), "  a\tb  \n 1\t2 \r\n");
  EXPECT_EQ(split("a \t b\n"), "a\t  b\n");
  EXPECT_EQ(split("\"x y\" \"say \"\"hi there\"\"\" 2\n"),
            "\"x y\"\t\"say \"\"hi there\"\"\"\t2\n");
  EXPECT_EQ(split("   \n\na b"), "   \n\na\tb");
}

TEST(SplitBlanks, does_not_change_what_was_split) {
  for (const char* text : {"a b\n1   2\n", "  a \t b  \r\n \"x y\"  1\n", "a b  "}) {
    const std::string once = split(text);
    EXPECT_EQ(split(once), once);
    // A text that is cut anywhere and split in two steps is split alike.
    const std::string whole = text;
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
      EXPECT_EQ(split(split(whole.substr(0, cut)) + whole.substr(cut)), once) << cut;
    }
  }
}

}  // namespace
}  // namespace pith
