// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/count_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

std::vector<std::uint8_t> random_codes(std::size_t rows, std::size_t levels, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<std::uint8_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    codes[row] = static_cast<std::uint8_t>(random.below(row, levels));
  return codes;
}

TEST(MakePlane, has_a_bit_for_every_row_of_the_level) {
  for (const std::size_t rows : {1U, 31U, 32U, 63U, 64U, 65U, 127U, 300U}) {
    const auto codes = random_codes(rows, 3, rows);
    std::vector<std::uint64_t> words((rows + 63) / 64, ~std::uint64_t{0});
    std::uint32_t count = 0;
    const std::uint32_t found = make_plane(codes, 1, words.data());
    for (std::size_t bit = 0; bit < 64 * words.size(); ++bit) {
      const bool is_set = (words[bit / 64] >> (bit % 64) & 1U) != 0;
      EXPECT_EQ(is_set, bit < rows && codes[bit] == 1) << rows << " rows, bit " << bit;
      count += is_set ? 1 : 0;
    }
    EXPECT_EQ(found, count);
  }
}

/// Planes of all levels but the last, one segment after the other.
std::vector<std::uint64_t> planes_of(const std::vector<std::uint8_t>& codes, std::size_t levels,
                                     std::size_t words) {
  std::vector<std::uint64_t> planes((levels - 1) * words);
  for (std::size_t level = 0; level + 1 < levels; ++level)
    make_plane(codes, static_cast<std::uint8_t>(level), &planes[level * words]);
  return planes;
}

TEST(PlaneCounts, equal_the_plain_count_in_every_segment) {
  for (const std::size_t words : {1U, 3U, 4U, 5U, 9U, 31U, 130U, 300U, 1100U}) {
    for (const auto& [r, t] : std::vector<std::pair<std::size_t, std::size_t>>{
             {2, 2}, {3, 2}, {2, 3}, {4, 5}, {11, 9}, {17, 17}}) {
      const auto x = random_codes(64 * words, r, 1);
      const auto s = random_codes(64 * words, t, 2);
      const auto x_planes = planes_of(x, r, words);
      const auto s_planes = planes_of(s, t, words);
      const std::vector<std::size_t> ends = {words / 3, words / 3, words - words / 4, words};
      std::vector<std::uint32_t> found(ends.size() * (r - 1) * (t - 1));
      plane_counts({x_planes.data(), r - 1}, {s_planes.data(), t - 1}, ends, found.data());
      std::vector<std::uint32_t> expected(found.size());
      for (std::size_t row = 0; row < x.size(); ++row) {
        std::size_t segment = 0;
        while (row >= 64 * ends[segment])
          ++segment;
        if (x[row] + 1U < r && s[row] + 1U < t)
          ++expected[(segment * (r - 1) + x[row]) * (t - 1) + s[row]];
      }
      EXPECT_EQ(found, expected) << words << " words, " << r << " x " << t;
    }
  }
}

TEST(ByteCounts, add_the_histogram_of_the_sums) {
  for (const std::size_t rows : {0U, 1U, 7U, 8U, 33U, 4096U, 4099U, 10'000U}) {
    const auto x = random_codes(rows, 16, 3);
    auto s = random_codes(rows, 16, 4);
    for (std::uint8_t& code : s)
      code = static_cast<std::uint8_t>(16 * code);
    std::vector<std::uint32_t> found(256, 5);
    byte_counts(x, s, 256, found.data());
    std::vector<std::uint32_t> expected(256, 5);
    for (std::size_t row = 0; row < rows; ++row)
      ++expected[static_cast<std::size_t>(x[row]) + s[row]];
    EXPECT_EQ(found, expected) << rows;
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
