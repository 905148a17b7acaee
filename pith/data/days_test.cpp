// SPDX-License-Identifier: Apache-2.0
#include "pith/data/days.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace pith {
namespace {

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
