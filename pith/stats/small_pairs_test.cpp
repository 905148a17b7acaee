// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/small_pairs.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

/// The codes of segments of rows, with their planes and margins.
struct RandomFeature {
  RandomFeature(const std::vector<std::size_t>& rows, std::size_t level_count, std::uint64_t seed)
      : levels(level_count) {
    const Random random(seed, 0);
    std::size_t words = 0;
    for (const std::size_t count : rows)
      words += (count + 63) / 64;
    planes.resize((levels - 1) * words);
    std::size_t word = 0;
    for (const std::size_t count : rows) {
      const std::size_t first = margins.size();
      margins.resize(first + levels);
      for (std::size_t row = 0; row < count; ++row) {
        const std::size_t code = random.below(codes.size(), levels);
        codes.push_back(code);
        ++margins[first + code];
        if (code + 1 < levels)
          planes[code * words + word + row / 64] |= std::uint64_t{1} << (row % 64);
      }
      word += (count + 63) / 64;
    }
  }
  SmallFeature small() const { return {planes.data(), margins.data(), levels - 1}; }

  std::size_t levels;
  std::vector<std::size_t> codes = {};
  std::vector<std::uint64_t> planes = {};
  std::vector<std::uint32_t> margins = {};
};

void expect_twin(const std::vector<std::size_t>& rows, std::size_t r, std::size_t t) {
  const RandomFeature x(rows, r, 1);
  const RandomFeature s(rows, t, 2);
  std::vector<std::int64_t> logs(x.codes.size() + 1);
  for (std::size_t c = 0; c < logs.size(); ++c)
    logs[c] = static_cast<std::int64_t>(c * c + 5 * c);
  std::vector<std::uint32_t> totals(r * t);
  std::vector<std::size_t> ends;
  std::int64_t xsy = 0;
  std::size_t row = 0;
  for (const std::size_t count : rows) {
    ends.push_back((ends.empty() ? 0 : ends.back()) + (count + 63) / 64);
    std::vector<std::uint32_t> here(r * t);
    for (const std::size_t end = row + count; row < end; ++row) {
      ++here[x.codes[row] * t + s.codes[row]];
      ++totals[x.codes[row] * t + s.codes[row]];
    }
    for (const std::uint32_t count_here : here)
      xsy += logs[count_here];
  }
  std::int64_t xs = 0;
  for (const std::uint32_t total : totals)
    xs += logs[total];
  std::vector<std::uint32_t> found(r * t, 77);
  const PairLogSums sums = pair_log_sums(x.small(), s.small(), ends, logs.data(), found.data());
  EXPECT_EQ(sums.xs, xs);
  EXPECT_EQ(sums.xsy, xsy);
  EXPECT_EQ(found, totals);
}

TEST(PairLogSums, equal_those_of_tables_of_counts) {
  for (const auto& rows : std::vector<std::vector<std::size_t>>{
           {60}, {64}, {300}, {47, 25}, {64, 1, 65}, {1, 2, 3, 9, 9, 9, 8, 7, 6}, {200, 129}}) {
    for (const std::size_t r : {2U, 3U}) {
      for (const std::size_t t : {2U, 3U})
        expect_twin(rows, r, t);
    }
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
