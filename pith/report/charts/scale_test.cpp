// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

namespace pith::drawing {
namespace {

Range range_of(std::initializer_list<double> numbers) {
  Range range;
  for (const double number : numbers)
    range.add(number);
  return range;
}

std::string texts_of(const NiceTicks& nice) {
  std::string text;
  for (const Tick& tick : nice.ticks)
    text += tick.text + " ";
  return text;
}

TEST(Scale, ticks_are_round_numbers_around_the_range) {
  EXPECT_EQ(texts_of(nice_ticks(range_of({0, 0.83}), 4)), "0.0 0.5 1.0 ");
  EXPECT_EQ(texts_of(nice_ticks(range_of({-3, 11}), 5)), "−5 0 5 10 15 ");
  EXPECT_EQ(texts_of(nice_percent_ticks(range_of({0, 1}), 5)), "0 20 40 60 80 100 ");
}

TEST(Scale, any_range_has_a_few_ticks) {
  for (const Range& range :
       {range_of({}), range_of({5}), range_of({0}), range_of({-1e308, 1e308}),
        range_of({1e-320, 2e-320}), range_of({1, 1 + 1e-15}), range_of({NAN, INFINITY})}) {
    const NiceTicks nice = nice_ticks(range, 4);
    EXPECT_GE(nice.ticks.size(), 2U);
    EXPECT_LE(nice.ticks.size(), 12U);
    EXPECT_LT(nice.ends.start, nice.ends.end);
    const Scale scale(nice.ends, {0, 100});
    for (const double number : std::vector<double>{-INFINITY, -1e308, 0, 1e308, INFINITY}) {
      EXPECT_GE(scale(number), 0);
      EXPECT_LE(scale(number), 100);
    }
  }
}

TEST(Scale, maps_its_ends_and_middle) {
  const Scale linear({10, 30}, {100, 0});
  EXPECT_EQ(linear(10), 100);
  EXPECT_EQ(linear(20), 50);
  EXPECT_EQ(linear(99), 0);
  const Scale by_ratio({1, 100}, {0, 10}, true);
  EXPECT_DOUBLE_EQ(by_ratio(10), 5);
}

}  // namespace
}  // namespace pith::drawing
