// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/label.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/xml.h"

namespace pith::drawing {
namespace {

TEST(Label, clean_text_has_no_controls_and_no_marks_of_direction) {
  EXPECT_EQ(clean("a\tb\nc"), "a b c");
  EXPECT_EQ(clean("a\xE2\x80\xAE"  // right-to-left override
                  "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(clean(std::string_view("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(clean("\xFF"), "\xEF\xBF\xBD");
  EXPECT_EQ(clean("\xEF\xBF\xBF"), "\xEF\xBF\xBD");  // U+FFFF, which XML forbids
  EXPECT_EQ(clean("日本 é"), "日本 é");
}

TEST(Label, escaped_text_is_well_formed_anywhere) {
  EXPECT_EQ(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
  const std::string hostile = escaped(clean(hostile_name()));
  EXPECT_EQ(xml_fault("<t a=\"" + hostile + "\">" + hostile + "</t>"), "");
}

TEST(Label, long_names_are_shortened_in_the_middle) {
  const std::string name = "temperature_of_the_room_sensor_1";
  const std::string text = shortened(name, 100, 12);
  EXPECT_LE(text_width(text, 12), 100);
  EXPECT_TRUE(text.starts_with("temp")) << text;
  EXPECT_TRUE(text.ends_with("_1")) << text;
  EXPECT_EQ(shortened(name, 1000, 12), name);
  EXPECT_LT(shortened(std::string(10'000, 'x'), 200, 12).size(), 60U);
  EXPECT_LT(tip_name(std::string(10'000, 'x')).size(), 200U);
  EXPECT_EQ(shortened("abc", 0, 12), "…");
}

TEST(Label, a_text_that_was_shortened_before_has_one_ellipsis) {
  for (double width = 40; width < 200; width += 4) {
    const std::string text = shortened("od280/od315_o…ted_wines", width, 13);
    EXPECT_EQ(text.find("…"), text.rfind("…")) << text;
  }
}

TEST(Label, letters_of_other_scripts_are_not_cut_apart) {
  std::string name;
  for (int i = 0; i < 100; ++i)
    name += "é日e\xCC\x81";  // the last with a combining accent
  for (double width = 0; width < 200; width += 7)
    EXPECT_EQ(clean(shortened(name, width, 12)), shortened(name, width, 12));
}

TEST(Label, numbers_are_short_in_texts_and_exact_in_tips) {
  EXPECT_EQ(short_number(0.123456789), "0.1235");
  EXPECT_EQ(short_number(-2), "−2");
  EXPECT_EQ(short_number(123456), "123456");
  EXPECT_EQ(short_number(INFINITY), "∞");
  EXPECT_EQ(short_number(-INFINITY), "−∞");
  EXPECT_EQ(short_number(NAN), "–");
  EXPECT_EQ(exact(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(percent(0.5), "50 %");
  EXPECT_EQ(percent(0.123), "12.3 %");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(123), "123");
}

TEST(Label, numbers_of_a_column_have_the_same_decimals) {
  EXPECT_EQ(aligned_numbers({0.5, 0.25}), (std::vector<std::string>{"0.5000", "0.2500"}));
  EXPECT_EQ(aligned_numbers({12, -3.25, INFINITY, 0}),
            (std::vector<std::string>{"12.00", "−3.25", "∞", "0.00"}));
  EXPECT_EQ(aligned_numbers({1, 1e-9}, true), (std::vector<std::string>{"+1.000", "+1.0e−09"}));
  EXPECT_TRUE(aligned_numbers({}).empty());
}

TEST(Label, leaves_room_between_labels) {
  const std::vector<std::string> texts = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"};
  std::vector<double> places;
  for (std::size_t i = 0; i < texts.size(); ++i)
    places.push_back(16 * static_cast<double>(i));
  // Two digits take 14.4: every second label, not only from the tenth on.
  EXPECT_EQ(labels_with_room(places, texts, 5), (std::vector<std::size_t>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(labels_with_room(places, texts, 1).size(), texts.size());
  EXPECT_TRUE(labels_with_room({}, {}, 5).empty());
  // At unequal distances each label takes its own width.
  const std::vector<double> unequal = {0, 13, 40, 48};
  EXPECT_EQ(labels_with_room(unequal, {"1", "2", "1,000", "9"}, 5),
            (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace pith::drawing
