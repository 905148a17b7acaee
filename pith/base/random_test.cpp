// SPDX-License-Identifier: Apache-2.0
#include "pith/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace pith {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Known answers published with the generator.
TEST(Philox, gives_the_published_words) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, seed_and_stream_change_everything) {
  const Random random(1, 2);
  EXPECT_EQ(random.bits(3), Random(1, 2).bits(3));
  EXPECT_NE(random.bits(3), Random(1, 3).bits(3));
  EXPECT_NE(random.bits(3), Random(2, 2).bits(3));
  EXPECT_NE(random.bits(3), random.bits(4));
}

TEST(Random, uniform_has_the_right_mean_and_variance) {
  const Random random(42, 0);
  double sum = 0;
  double squares = 0;
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform(static_cast<std::uint64_t>(i));
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / n, 0.5, 0.004);
  EXPECT_NEAR(squares / n - (sum / n) * (sum / n), 1.0 / 12, 0.002);
}

TEST(Random, permutation_holds_every_position_once) {
  auto order = Random(7, 0).permutation(1000);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 1000U);
  EXPECT_EQ(*std::max_element(order.begin(), order.end()), 999U);
}

}  // namespace
}  // namespace pith
