// SPDX-License-Identifier: Apache-2.0
#include "pith/base/utf8.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(Utf8, is_the_length_of_the_first_letter) {
  EXPECT_EQ(utf8_size("ab"), 1U);
  EXPECT_EQ(utf8_size("\u00e4b"), 2U);
  EXPECT_EQ(utf8_size("\u20acb"), 3U);
  EXPECT_EQ(utf8_size("\U0001f600b"), 4U);
}

TEST(Utf8, is_0_for_what_is_not_a_letter) {
  EXPECT_EQ(utf8_size("\x80"), 0U);
  EXPECT_EQ(utf8_size("\xe4"), 0U);
  EXPECT_EQ(utf8_size("\xe2\x82"), 0U);
  EXPECT_EQ(utf8_size("\xc0\x80"), 0U);          // overlong
  EXPECT_EQ(utf8_size("\xed\xa0\x80"), 0U);      // a surrogate
  EXPECT_EQ(utf8_size("\xf4\x90\x80\x80"), 0U);  // above U+10FFFF
}

TEST(Utf8, decodes_letters_of_one_to_four_bytes) {
  EXPECT_EQ(code_point("a"), 0x61U);
  EXPECT_EQ(code_point("\xC3\xA4"), 0xE4U);
  EXPECT_EQ(code_point("\xE2\x82\xAC"), 0x20ACU);
  EXPECT_EQ(code_point("\xF0\x9F\xA7\xAC"), 0x1F9ECU);
}

TEST(Utf8, tells_controls_of_both_ranges_from_letters) {
  EXPECT_TRUE(is_control(0x00));
  EXPECT_TRUE(is_control(0x1B));
  EXPECT_TRUE(is_control(0x7F));
  EXPECT_TRUE(is_control(0x9B));
  EXPECT_FALSE(is_control(' '));
  EXPECT_FALSE(is_control(0xA0));
}

TEST(Utf8, finds_what_changes_a_text_without_being_seen) {
  for (const std::uint32_t point : {0x061CU, 0x200BU, 0x202EU, 0x2066U, 0xFEFFU, 0xE0041U})
    EXPECT_TRUE(is_deceptive(point)) << point;
  for (const std::uint32_t point : {0x61U, 0x2014U, 0x4E00U, 0x1F9ECU})
    EXPECT_FALSE(is_deceptive(point)) << point;
}

TEST(Utf8, finds_noncharacters_in_every_plane) {
  for (const std::uint32_t point : {0xFFFEU, 0xFFFFU, 0x1FFFEU, 0x10FFFFU, 0xFDD0U, 0xFDEFU})
    EXPECT_TRUE(is_noncharacter(point)) << point;
  EXPECT_FALSE(is_noncharacter(0xFFFDU));
}

TEST(Utf8, counts_the_columns_of_a_letter) {
  EXPECT_EQ(columns_of('a'), 1U);
  EXPECT_EQ(columns_of(0x0301), 0U);
  EXPECT_EQ(columns_of(0x4E00), 2U);
  EXPECT_EQ(columns_of(0x1F9EC), 2U);
}

}  // namespace
}  // namespace pith
