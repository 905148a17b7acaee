// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/display.h"

#include <gtest/gtest.h>

namespace pith::cli {
namespace {

TEST(Printable, keeps_plain_text) {
  EXPECT_EQ(printable("naïve 漢字 x_1"), "naïve 漢字 x_1");
}

TEST(Printable, escapes_control_and_direction_characters) {
  EXPECT_EQ(printable("a\nb\tc\r\x1b[31m"), "a\\nb\\tc\\r\\x1b[31m");
  EXPECT_EQ(printable("\xC2\x9B"), "\\x9b");
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\u202eb");
}

TEST(Printable, replaces_invalid_utf8) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(printable("\xFF"), replaced);
  EXPECT_EQ(printable("\xC0\xAF"), replaced + replaced) << "overlong";
  EXPECT_EQ(printable("\xE2\x82"), replaced + replaced) << "cut off";
  EXPECT_EQ(printable("\xED\xA0\x80"), replaced + replaced + replaced) << "surrogate";
}

TEST(DisplayWidth, counts_columns_of_a_terminal) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("é"), 1);
  EXPECT_EQ(display_width("e\xCC\x81"), 1) << "combining accent";
  EXPECT_EQ(display_width("漢字"), 4);
}

TEST(Fit, keeps_both_ends) {
  EXPECT_EQ(fit("abcdef", 6, true), "abcdef");
  EXPECT_EQ(fit("abcdefghij", 7, true), "abcd…ij");
  EXPECT_EQ(fit("abcdefghij", 8, false), "abcd..ij");
  EXPECT_EQ(fit("abcdef", 1, true), ".");
}

TEST(Fit, never_exceeds_the_width) {
  for (std::size_t width = 0; width < 12; ++width) {
    EXPECT_LE(display_width(fit("漢字漢字漢字", width, true)), width);
    EXPECT_LE(display_width(fit("aé漢bcdefghi", width, false)), width);
  }
}

TEST(DurationText, picks_the_unit) {
  EXPECT_EQ(duration_text(0.0003), "0.3 ms");
  EXPECT_EQ(duration_text(0.0123), "12 ms");
  EXPECT_EQ(duration_text(1.44), "1.4 s");
  EXPECT_EQ(duration_text(125), "2 min 5 s");
  EXPECT_EQ(duration_text(7260), "2 h 1 min");
}

TEST(RoughDuration, picks_the_unit) {
  EXPECT_EQ(rough_duration(0.2), "1 s");
  EXPECT_EQ(rough_duration(95), "95 s");
  EXPECT_EQ(rough_duration(840), "14 min");
  EXPECT_EQ(rough_duration(3 * 3600), "3 h");
  EXPECT_EQ(rough_duration(3 * 86'400), "3 days");
}

}  // namespace
}  // namespace pith::cli
