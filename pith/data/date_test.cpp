// SPDX-License-Identifier: Apache-2.0
#include "pith/data/date.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>

namespace pith {
namespace {

double days(std::string_view text) {
  const auto date = parse_iso_date(text);
  return date ? date->days : -1e9;
}

TEST(IsoDate, counts_days_from_1970) {
  EXPECT_EQ(days("1970-01-01"), 0);
  EXPECT_EQ(days("1969-12-31"), -1);
  EXPECT_EQ(days("2000-02-29"), 11016);
  EXPECT_EQ(days("2024-03-31"), 19813);
  EXPECT_EQ(days("0001-01-01"), -719162);
  EXPECT_EQ(days("9999-12-31"), 2932896);
}

TEST(IsoDate, agrees_with_the_calendar_of_the_standard_library) {
  for (int day = -800000; day < 2900000; day += 97) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    const int year = static_cast<int>(date.year());
    if (year < 0) continue;
    const auto month = static_cast<unsigned>(date.month());
    const auto day_of_month = static_cast<unsigned>(date.day());
    ASSERT_EQ(days_from_civil(year, month, day_of_month), day);
    ASSERT_EQ(days(date_text(day)), day) << date_text(day);
  }
}

TEST(IsoDate, reads_times_and_offsets) {
  EXPECT_EQ(days("1970-01-02T12:00"), 1.5);
  EXPECT_EQ(days("1970-01-02 06:00:00"), 1.25);
  EXPECT_EQ(days("1970-01-01T00:00:00.5"), 0.5 / 86400);
  EXPECT_EQ(days("1970-01-01T12:00:00,000000000000"), 0.5);
  EXPECT_EQ(days("1970-01-02T00:00Z"), 1);
  EXPECT_EQ(days("1970-01-02T00:00:00+06:00"), 0.75);
  EXPECT_EQ(days("1970-01-02T18:00-0600"), 2);
  EXPECT_EQ(days("1970-01-02T18:00-06"), 2);
  EXPECT_EQ(days("1969-12-31T18:00"), -0.25);
  EXPECT_EQ(days("2016-12-31T23:59:60Z"), days("2017-01-01"));
  EXPECT_TRUE(parse_iso_date("1970-01-02T00:00Z")->has_offset);
  EXPECT_FALSE(parse_iso_date("1970-01-02T00:00")->has_offset);
  EXPECT_TRUE(parse_iso_date("1970-01-02T00:00")->has_time);
  EXPECT_FALSE(parse_iso_date("1970-01-02")->has_time);
}

TEST(IsoDate, rejects_what_is_no_date) {
  for (const char* text : {"",
                           "1970",
                           "1970-01",
                           "1970-13-01",
                           "1970-00-01",
                           "1970-01-00",
                           "1970-01-32",
                           "1900-02-29",
                           "2023-02-29",
                           "70-01-01",
                           "1970-1-1",
                           "1970/01/01",
                           "1970-01-01T",
                           "1970-01-01T1:00",
                           "1970-01-01T24:00",
                           "1970-01-01T10:60",
                           "1970-01-01T10:00:61",
                           "1970-01-01T10:00:00.",
                           "1970-01-01T10:00+",
                           "1970-01-01T10:00+1",
                           "1970-01-01T10:00+01:",
                           "1970-01-01T10:00+24:00",
                           "1970-01-01T10:00Zx",
                           "1970-01-01x",
                           "01.02.2003",
                           "19700101",
                           "1970-01-01T10",
                           "-970-01-01"}) {
    EXPECT_FALSE(parse_iso_date(text)) << text;
  }
}

TEST(IsoDate, may_look_like_one_in_another_notation) {
  for (const char* text : {"31.3.2024", "31.03.2024", "3/31/24", "2024/03/31", "31-03-2024",
                           "2024-3-1", "31.03.2024 12:30"}) {
    EXPECT_TRUE(looks_like_date(text)) << text;
  }
  for (const char* text : {"", "1.2", "1.234.567", "31.3", "31.3/2024", "192.168.1.1", "31.3.24x",
                           "a.b.c", "1-2", "..", "12:30", "1.2.3", "20240331"}) {
    EXPECT_FALSE(looks_like_date(text)) << text;
  }
}

TEST(IsoDate, is_written_as_it_is_read) {
  EXPECT_EQ(date_text(0), "1970-01-01");
  EXPECT_EQ(date_text(-0.25), "1969-12-31 18:00:00");
  EXPECT_EQ(date_text(19813.5), "2024-03-31 12:00:00");
  EXPECT_EQ(date_text(0.999999999), "1970-01-02");
}

constexpr std::int64_t seconds_per_day = 86'400;

TEST(Days, count_from_1970_with_a_fraction_for_the_time) {
  EXPECT_EQ(days_of(0, seconds_per_day), 0.0);
  EXPECT_EQ(days_of(18262, 1), 18262.0);
  EXPECT_EQ(days_of(18262 * seconds_per_day + 43'200, seconds_per_day), 18262.5);
}

TEST(Days, before_1970_are_negative_and_still_rise_with_time) {
  EXPECT_EQ(days_of(-1, 1), -1.0);
  EXPECT_EQ(days_of(-21'600, seconds_per_day), -0.25);
  EXPECT_EQ(days_of(-seconds_per_day - 21'600, seconds_per_day), -1.25);
}

TEST(Days, are_the_same_in_every_unit) {
  for (std::int64_t second = -1'000'000'007; second < 2'000'000'000; second += 99'999'989) {
    const double days = days_of(second, seconds_per_day);
    for (const std::int64_t unit : {1'000LL, 1'000'000LL, 1'000'000'000LL})
      EXPECT_EQ(days_of(second * unit, seconds_per_day * unit), days) << second << ' ' << unit;
  }
}

TEST(Days, cover_the_whole_range) {
  constexpr std::int64_t per_day = seconds_per_day * 1'000'000'000;
  EXPECT_NEAR(days_of(std::numeric_limits<std::int64_t>::max(), per_day), 106751.99, 0.01);
  EXPECT_NEAR(days_of(std::numeric_limits<std::int64_t>::min() + 1, per_day), -106751.99, 0.01);
}

}  // namespace
}  // namespace pith
