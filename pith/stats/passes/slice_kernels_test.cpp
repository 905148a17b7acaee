// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/slice_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::int64_t largest = std::int64_t{1} << 39U;

/// Integers of at most 2^39 in magnitude, the extremes among them; multiples of 2^20 if not `low`.
std::vector<std::int64_t> integers(std::size_t count, bool low, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<std::int64_t> made(count);
  for (std::size_t i = 0; i < count; ++i) {
    made[i] = static_cast<std::int64_t>(random.below(i, 2 * largest + 1)) - largest;
    if (i % 5 == 0) made[i] = i % 2 == 0 ? largest : -largest;
    if (i % 7 == 0) made[i] = (std::int64_t{1} << 19U) * (i % 2 == 0 ? 1 : -1);
    if (!low) made[i] = made[i] / (1 << 20) * (1 << 20);
  }
  return made;
}

SliceTotal naive(const std::vector<std::int64_t>& q, const std::vector<std::int64_t>& r) {
  SliceTotal sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i)
    sum += SliceTotal{q[i]} * r[i];
  return sum;
}

TEST(Slices, tell_whether_there_is_a_low_one) {
  for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 100U}) {
    EXPECT_FALSE(has_low_slice(integers(count, false, 1)));
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::int64_t> some = integers(count, false, 1);
      some[i] += 1;
      EXPECT_TRUE(has_low_slice(some));
    }
  }
}

TEST(Slices, are_at_most_2_to_the_19_and_add_up) {
  const std::vector<std::int64_t> some = integers(251, true, 2);
  std::vector<double> split(slices * slice_stride, -1.0);
  split_integers(some, split.data());
  for (std::size_t i = 0; i < some.size(); ++i) {
    const double high = split[i];
    const double low = split[slice_stride + i];
    EXPECT_LE(std::abs(high), 0x1p19);
    EXPECT_LE(std::abs(low), 0x1p19);
    EXPECT_EQ(split[2 * slice_stride + i], high + low);
    EXPECT_EQ(static_cast<std::int64_t>(high) * (1 << 20) + static_cast<std::int64_t>(low),
              some[i]);
  }
}

TEST(Slices, give_the_sums_of_products_of_wide_integers) {
  for (const std::size_t rows : {1U, 3U, 8U, 9U, 255U, 256U, 1000U, 8192U}) {
    for (const LowSlices low : {LowSlices{true, true}, LowSlices{true, false},
                                LowSlices{false, true}, LowSlices{false, false}}) {
      std::vector<std::vector<std::int64_t>> pivots;
      for (std::size_t p = 0; p < slice_group; ++p)
        pivots.push_back(integers(rows, low.of_pivots, 4 + p));
      const std::vector<std::int64_t> features[] = {integers(rows, low.of_features, 2),
                                                    integers(rows, low.of_features, 3)};
      for (const std::size_t count : {1U, 2U}) {
        std::vector<double> sums(2 * slice_sums);
        for (std::size_t begin = 0; begin < rows; begin += slice_rows) {
          const std::size_t here = std::min(slice_rows, rows - begin);
          std::vector<double> s(slice_group * slices * slice_stride);
          for (std::size_t p = 0; p < slice_group; ++p)
            split_integers(std::span(pivots[p]).subspan(begin, here),
                           &s[p * slices * slice_stride]);
          const std::int64_t* const x[] = {&features[0][begin], &features[1][begin]};
          add_slice_products({x, count}, s.data(), here, low, sums.data());
        }
        for (std::size_t f = 0; f < count; ++f) {
          for (std::size_t p = 0; p < slice_group; ++p) {
            double* const own = &sums[f * slice_sums + p * slices * slice_lanes];
            EXPECT_TRUE(take_slice_total(own, low) == naive(features[f], pivots[p]))
                << rows << " rows, pivot " << p;
            EXPECT_EQ(*own, 0.0);
          }
        }
      }
    }
  }
}

TEST(Slices, are_exact_for_8192_rows_at_the_ends_of_the_grid) {
  const std::int64_t widest = largest - (std::int64_t{1} << 19U);  // h = 2^19 and l = -2^19, or so
  const std::vector<std::int64_t> top(exact_rows, widest);
  std::vector<double> sums(slice_sums);
  std::vector<double> s(slice_group * slices * slice_stride);
  for (std::size_t begin = 0; begin < exact_rows; begin += slice_rows) {
    for (std::size_t p = 0; p < slice_group; ++p)
      split_integers(std::span(top).subspan(begin, slice_rows), &s[p * slices * slice_stride]);
    const std::int64_t* const x[] = {&top[begin]};
    add_slice_products(x, s.data(), slice_rows, {}, sums.data());
  }
  EXPECT_TRUE(take_slice_total(sums.data(), {}) == naive(top, top));
}

}  // namespace
}  // namespace stats
}  // namespace pith
