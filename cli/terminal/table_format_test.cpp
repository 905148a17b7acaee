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
