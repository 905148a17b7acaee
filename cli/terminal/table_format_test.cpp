// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/table_format.h"

#include <gtest/gtest.h>

#include <limits>

#include "cli/terminal/display.h"

namespace pith::cli {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TextTable sample() {
  TextTable table({{.text = "rank", .align = TextTable::Align::right},
                   {.text = "feature", .may_shrink = true},
                   {.text = "gain"},
                   {.text = ""}});
  table.add({"1", "a", "", "##"});
  table.add({"10", "a much longer name than that", "", ""});
  return table;
}

TEST(TextTable, aligns_columns_and_leaves_out_empty_ones) {
  EXPECT_EQ(sample().draw({}),
            "rank  feature\n"
            "   1  a                             ##\n"
            "  10  a much longer name than that\n");
}

TEST(TextTable, shrinks_the_names_to_the_width_of_a_terminal) {
  EXPECT_EQ(sample().draw({.is_terminal = true, .has_unicode = true, .width = 30}),
            "rank  feature\n"
            "   1  a                     ##\n"
            "  10  a much longer…n that\n");
}

constexpr Terminal narrow(std::size_t width) {
  return {.is_terminal = true, .has_unicode = true, .width = width};
}

TextTable droppable() {
  using Align = TextTable::Align;
  TextTable table({{.text = "index", .align = Align::right, .drop = 2},
                   {.text = "column", .may_shrink = true},
                   {.text = "mean", .align = Align::right, .drop = 3},
                   {.text = "missing", .align = Align::right},
                   {.text = "", .drop = 4}},
                  "--format csv");
  table.add({"0", "a_long_name_of_a_feature_1", "0.1235", "3", "####"});
  table.add({"1", "a_long_name_of_a_feature_2", "12.345", "4", "##"});
  return table;
}

TEST(TextTable, leaves_columns_out_before_names_become_too_short) {
  EXPECT_EQ(droppable().draw(narrow(60)),
            "index  column                        mean  missing\n"
            "    0  a_long_name_of_a_feature_1  0.1235        3  ####\n"
            "    1  a_long_name_of_a_feature_2  12.345        4  ##\n");
  EXPECT_EQ(droppable().draw(narrow(36)),
            "index  column                missing\n"
            "    0  a_long_name_o…ture_1        3\n"
            "    1  a_long_name_o…ture_2        4\n"
            "... 1 column not shown: mean\n"
            "(--format csv has it)\n");
}

TEST(TextTable, draws_columns_that_continue_below_the_others) {
  using Align = TextTable::Align;
  TextTable table({{.text = "input", .may_shrink = true},
                   {.text = "first", .align = Align::right, .continues = true},
                   {.text = "second", .align = Align::right, .continues = true},
                   {.text = "third", .align = Align::right, .continues = true}});
  table.add({"iris.csv", "1", "2", "3"});
  EXPECT_EQ(table.draw(narrow(24)),
            "input     first  second\n"
            "iris.csv      1       2\n"
            "\n"
            "input     third\n"
            "iris.csv      3\n");
  EXPECT_EQ(table.draw({.width = 24}),
            "input     first  second  third\n"
            "iris.csv      1       2      3\n")
      << "not a terminal";
}

TEST(TextTable, keeps_headings_that_are_cut_distinct) {
  TextTable table({{.text = "mrmr:form=quotient:bins=10", .may_shrink = true},
                   {.text = "mrmr:form=difference:bins=10", .may_shrink = true}});
  table.add({"1", "2"});
  EXPECT_EQ(table.draw(narrow(34)),
            "mrmr:f…t:bins=10  mrmr:f…e:bins=10\n"
            "1                 2\n");
}

TEST(TextTable, never_exceeds_the_width_of_a_terminal) {
  TextTable table({{.text = "rank"},
                   {.text = "feature", .may_shrink = true},
                   {.text = "a heading that is long"},
                   {.text = "bar", .drop = 1}});
  table.add({"1", std::string(10'000, 'x'), "value", "########"});
  table.add({"2", "漢字漢字漢字漢字漢字漢字", "another value", "##"});
  for (std::size_t width = 12; width < 90; ++width) {
    const std::string drawn = table.draw(narrow(width));
    for (std::size_t start = 0; start < drawn.size();) {
      const std::size_t end = drawn.find('\n', start);
      EXPECT_LE(display_width(std::string_view(drawn).substr(start, end - start)), width);
      start = end + 1;
    }
  }
}

TEST(TextTable, colours_only_where_there_are_colours) {
  TextTable table({{.text = "x", .style = Style::bar}});
  table.add({"y"});
  EXPECT_EQ(table.draw({.has_color = true}), "\x1b[1mx\x1b[0m\n\x1b[36my\x1b[0m\n");
}

TEST(AlignedNumbers, share_their_decimals) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(aligned_numbers({0.4035463, 0.1, 0}), (Texts{"0.4035", "0.1000", "0.0000"}));
  EXPECT_EQ(aligned_numbers({123.456, 1.5}), (Texts{"123.46", "1.50"}));
  EXPECT_EQ(aligned_numbers({1, -infinity, infinity}), (Texts{"1.0000", "-inf", "inf"}));
  EXPECT_EQ(aligned_numbers({1, 1e-7}), (Texts{"1.0000", "1.0e-07"}));
  EXPECT_EQ(aligned_numbers({2e-5, 0}), (Texts{"2.000e-05", "0.0000"}));
  EXPECT_EQ(aligned_numbers({1e12}), (Texts{"1.000e+12"}));
}

TEST(Bar, has_the_length_of_the_share) {
  EXPECT_EQ(bar(1, 10, {}), "##########");
  EXPECT_EQ(bar(0.5, 10, {}), "#####");
  EXPECT_EQ(bar(0.01, 10, {}), "#") << "a positive share is visible";
  EXPECT_EQ(bar(0, 10, {}), "");
  EXPECT_EQ(bar(-1, 10, {}), "");
  EXPECT_EQ(bar(2, 10, {}), "##########");
  EXPECT_EQ(bar(0.55, 10, {.has_unicode = true}), "█████▌");
  EXPECT_EQ(display_width(bar(1, 10, {.has_unicode = true})), 10);
}

}  // namespace
}  // namespace pith::cli
