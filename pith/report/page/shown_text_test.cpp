// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/shown_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pith {
namespace {

TEST(ShownText, escapes_what_html_would_obey) {
  EXPECT_EQ(html_text("<b a=\"1\" c='2'>&</b>"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;");
}

TEST(ShownText, replaces_controls_marks_of_direction_and_bytes_that_are_not_utf8) {
  EXPECT_EQ(html_text("a\x07"
                      "b\xE2\x80\xAE"
                      "c\xFF"
                      "d\xE2\x80\xA8"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD"
            "c\xEF\xBF\xBD"
            "d\xEF\xBF\xBD");
  EXPECT_EQ(html_text("größe 名前 \xF0\x9F\x98\x80"), "größe 名前 \xF0\x9F\x98\x80");
}

TEST(ShownText, shortens_in_the_middle_between_letters) {
  EXPECT_EQ(shortened("short", 60), "short");
  EXPECT_EQ(shortened("abcdefghijkl", 7), "abcd\xE2\x80\xA6kl");
  EXPECT_EQ(shortened("ääääääääääää", 7), "ääää\xE2\x80\xA6ää");
  EXPECT_EQ(shortened(std::string(10000, 'x'), 60).size(), 59U + 3U);
}

TEST(ShownText, rounds_numbers_for_readers) {
  EXPECT_EQ(rough_number(0.403512), "0.4035");
  EXPECT_EQ(rough_number(-0.5),
            "\xE2\x88\x92"
            "0.5000");
  EXPECT_EQ(rough_number(0), "0");
  EXPECT_EQ(rough_number(-0.0), "0");
  EXPECT_EQ(rough_number(1.47), "1.470");
  EXPECT_EQ(rough_number(142), "142");
  EXPECT_EQ(rough_number(12345.678), "12345.7");
  EXPECT_EQ(rough_number(1e-9), "1.000e-09");
  EXPECT_EQ(rough_number(std::nan("")), "\xE2\x80\x93");
  EXPECT_EQ(rough_number(std::numeric_limits<double>::infinity()), "\xE2\x88\x9E");
  EXPECT_EQ(exact_number_text(0.1), "0.1");
  EXPECT_EQ(percent_text(0.0281), "2.8\xC2\xA0%");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

}  // namespace
}  // namespace pith
