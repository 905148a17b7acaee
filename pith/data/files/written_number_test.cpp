// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/written_number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pith {
namespace {

double value(std::string_view text, const NumberStyle& style) {
  const auto split = split_written_number(text);
  if (!split) return NAN;
  const auto number = styled_number(split->digits, style);
  return number ? number->value : NAN;
}

constexpr NumberStyle english{',', '.'};
constexpr NumberStyle german{'.', ','};
constexpr NumberStyle french{' ', ','};
constexpr NumberStyle swiss{'\'', '.'};

TEST(WrittenNumber, has_a_unit_in_front_or_behind) {
  const auto unit = [](std::string_view text) {
    const auto split = split_written_number(text);
    return split ? std::string(split->unit) + "|" + split->digits : "none";
  };
  EXPECT_EQ(unit("$1,234.50"), "$|1,234.50");
  EXPECT_EQ(unit("-$5"), "$|-5");
  EXPECT_EQ(unit("$-5"), "$|-5");
  EXPECT_EQ(unit("€ 12"), "€|12");
  EXPECT_EQ(unit("12 €"), "€|12");
  EXPECT_EQ(unit("£3"), "£|3");
  EXPECT_EQ(unit("¥300"), "¥|300");
  EXPECT_EQ(unit("EUR 12"), "EUR|12");
  EXPECT_EQ(unit("12USD"), "USD|12");
  EXPECT_EQ(unit("12.5%"), "%|12.5");
  EXPECT_EQ(unit("+12 %"), "%|12");
  EXPECT_EQ(unit("1\u00a0234"), "|1 234");
  EXPECT_EQ(unit("1\u2019234"), "|1'234");
  EXPECT_EQ(unit("\u22125"), "|-5");
  EXPECT_EQ(unit("1,5e3"), "|1,5e3");
  EXPECT_EQ(unit("($1,234)"), "$|-1,234");
  for (const char* text :
       {"",    "-",   "$",     "%",    "ABC 12", "12 kg", "$5$",  "5-",   "12.", "x",
        "1-2", "--5", "$EUR5", "1:30", "01/02",  "EUR",   "5 %%", "(-5)", "(5",  "()"}) {
    EXPECT_EQ(unit(text), "none") << text;
  }
}

TEST(WrittenNumber, is_read_in_a_style) {
  EXPECT_EQ(value("1,234,567", english), 1234567);
  EXPECT_EQ(value("1,234.5", english), 1234.5);
  EXPECT_EQ(value("-1,234", english), -1234);
  EXPECT_EQ(value("12", english), 12);
  EXPECT_EQ(value("1.234.567,5", german), 1234567.5);
  EXPECT_EQ(value("1,5", german), 1.5);
  EXPECT_EQ(value("1 234 567,25", french), 1234567.25);
  EXPECT_EQ(value("1'234.5", swiss), 1234.5);
  EXPECT_EQ(value("1,5e3", {0, ','}), 1500);
  EXPECT_EQ(value(",5", {0, ','}), 0.5);
}

TEST(WrittenNumber, is_grouped_by_three_or_not_at_all) {
  for (const char* text : {"1,23", "1,2345", "1234,567", "12,34,567", ",123", "0,125", "01,234",
                           "1,234,56", "1.5,5", "1,,234", "1 234"}) {
    EXPECT_TRUE(std::isnan(value(text, english))) << text;
  }
  EXPECT_TRUE(std::isnan(value("192.168.1.20", german)));
  EXPECT_TRUE(std::isnan(value("1.2.3", {0, '.'})));
}

}  // namespace
}  // namespace pith
