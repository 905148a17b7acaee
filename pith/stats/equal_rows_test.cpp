// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/equal_rows.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/cpu_time.h"

namespace pith {
namespace {

TEST(EqualRows, are_found_at_their_first_occurrence) {
  const std::vector<double> numbers{1, 2, 3, 4, 1, 2, 0, 0, -0.0, 0, 3, 4, 2, 1};
  EXPECT_EQ(first_equal_rows(MatrixView<const double>::row_major(numbers.data(), 7, 2)),
            (std::vector<std::size_t>{0, 1, 0, 3, 3, 1, 6}));
}

TEST(EqualRows, are_told_apart_in_time_where_their_hashes_are_equal) {
  // The second number undoes what the first one did to the hash.
  constexpr std::size_t count = 20'000;
  constexpr std::uint64_t factor = 0xD6E8FEB86659FD93U;
  const auto step = [](std::uint64_t hash, double number) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * factor;
    return hash ^ hash >> 32U;
  };
  constexpr std::uint64_t start = 0x9E3779B97F4A7C15U;
  const std::uint64_t state = step(start, 1) ^ std::bit_cast<std::uint64_t>(1.5);
  std::vector<double> flood;
  std::vector<double> ordinary;
  for (std::size_t i = 0; flood.size() < 2 * count; ++i) {
    const double first = 1 + static_cast<double>(i) * 0x1p-30;
    const auto second = std::bit_cast<double>(state ^ step(start, first));
    if (!std::isfinite(second)) continue;
    flood.insert(flood.end(), {first, second});
    ordinary.insert(ordinary.end(), {first, static_cast<double>(i)});
  }
  ASSERT_EQ(step(step(start, flood[0]), flood[1]), step(step(start, flood[2]), flood[3]));
  const auto time = [](const std::vector<double>& rows) {
    return least_cpu_time([&] {
      const auto firsts =
          first_equal_rows(MatrixView<const double>::row_major(rows.data(), count, 2));
      ASSERT_EQ(firsts.back(), count - 1);
    });
  };
  EXPECT_LT(time(flood), 20 * time(ordinary));
}

}  // namespace
}  // namespace pith
