// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/number_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace pith {
namespace {

TEST(NumberBlocks, have_a_place_for_each_column_that_needs_one) {
  constexpr std::uint64_t large = 50'000'000;  // so that several blocks are needed
  const std::vector<NumberBytes> bytes{{large, 8}, {large, 8}, {0, 8}, {100, 8}, {large, 8}};
  const Context context;
  const std::vector<NumberPlace> places = place_numbers(bytes, "a table", context);
  ASSERT_EQ(places.size(), bytes.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    ASSERT_EQ(places[i].values != nullptr, bytes[i].values > 0) << i;
    if (bytes[i].values == 0) continue;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(places[i].values.get()) % 64, 0U);
    places[i].pages->page_in(places[i].values.get(), bytes[i].values);
    std::memset(places[i].values.get(), static_cast<int>(i), bytes[i].values);
  }
  for (const std::size_t i : {0, 1, 3, 4}) {
    const std::byte* const values = places[i].values.get();
    EXPECT_TRUE(std::all_of(values, values + bytes[i].values,
                            [&](std::byte each) { return each == static_cast<std::byte>(i); }));
  }
}

TEST(NumberBlocks, are_filled_by_threads_that_seldom_meet) {
  EXPECT_EQ(columns_at_once(0, 0), 1U);
  EXPECT_EQ(columns_at_once(50, 50 * 16'000'000ULL), 1U) << "columns larger than a huge page";
  EXPECT_EQ(columns_at_once(5'000, 5'000 * 40'000ULL), 52U) << "a huge page";
  EXPECT_EQ(columns_at_once(30'000, 30'000 * 8'000ULL), 262U);
  EXPECT_EQ(columns_at_once(320, 320 * 80ULL), 10U) << "work for all threads";
  EXPECT_EQ(columns_at_once(20, 20 * 80ULL), 1U);
}

}  // namespace
}  // namespace pith
