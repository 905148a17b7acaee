// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/slice_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::int64_t largest = std::int64_t{1} << 39U;

/// Integers of at most 2^39 in magnitude that need these slices, the extremes among them.
std::vector<std::int64_t> integers(std::size_t count, UsedSlices used, std::uint64_t seed) {
  const Random random(seed, 0);
  constexpr std::int64_t step = std::int64_t{1} << 20U;
  const std::int64_t highest = used.high ? largest : step - 1;
  const std::int64_t lowest = used.high ? -largest : -step;
  const auto range = static_cast<std::uint64_t>(highest - lowest) + 1;
  std::vector<std::int64_t> made(count);
  for (std::size_t i = 0; i < count; ++i) {
    made[i] = static_cast<std::int64_t>(random.below(i, range)) + lowest;
    if (i % 5 == 0) made[i] = i % 2 == 0 ? highest : lowest;
    if (i % 7 == 0) made[i] = step / 2 * (i % 2 == 0 ? 1 : -1);
    if (!used.low) made[i] = made[i] / step * step;
  }
  return made;
}

constexpr UsedSlices both{.high = true, .low = true};
constexpr UsedSlices high{.high = true, .low = false};
constexpr UsedSlices low{.high = false, .low = true};

SliceTotal naive(const std::vector<std::int64_t>& q, const std::vector<std::int64_t>& r) {
  SliceTotal sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i)
    sum += SliceTotal{q[i]} * r[i];
  return sum;
}

TEST(Slices, tell_which_ones_integers_need) {
  constexpr std::int64_t step = std::int64_t{1} << 20U;
  for (const std::size_t count : {1U, 7U, 8U, 9U, 100U}) {
    EXPECT_EQ(used_slices(std::vector<std::int64_t>(count)), UsedSlices{});
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::int64_t> some(count);
      const auto with = [&](std::int64_t integer) {
        some[i] = integer;
        return used_slices(some);
      };
      EXPECT_EQ(with(1), low);
      EXPECT_EQ(with(-1), low);
      EXPECT_EQ(with(step - 1), low);
      EXPECT_EQ(with(1 - step), low);
      EXPECT_EQ(with(-step), UsedSlices{}) << "fits either";
      EXPECT_EQ(with(step), high);
      EXPECT_EQ(with(largest), high);
      EXPECT_EQ(with(-largest), high);
      EXPECT_EQ(with(step + 1), both);
      EXPECT_EQ(with(-step - 1), both);
    }
  }
  EXPECT_EQ(used_slices({}), UsedSlices{});
}

TEST(Slices, are_at_most_2_to_the_19_and_add_up) {
  const std::vector<std::int64_t> some = integers(251, both, 2);
  std::vector<double> split(slices * slice_stride, -1.0);
  split_integers(some, both, split.data());
  for (std::size_t i = 0; i < some.size(); ++i) {
    const double upper = split[i];
    const double lower = split[slice_stride + i];
    EXPECT_LE(std::abs(upper), 0x1p19);
    EXPECT_LE(std::abs(lower), 0x1p19);
    EXPECT_EQ(split[2 * slice_stride + i], upper + lower);
    EXPECT_EQ(static_cast<std::int64_t>(upper) * (1 << 20) + static_cast<std::int64_t>(lower),
              some[i]);
  }
}

/// Compares the sums of products with those of a plain loop.
void expect_exact_sums(std::size_t rows, std::size_t count, const PairSlices& used) {
  std::vector<std::vector<std::int64_t>> pivots;
  for (std::size_t p = 0; p < slice_group; ++p)
    pivots.push_back(integers(rows, used.pivots, 4 + p));
  const std::vector<std::int64_t> features[] = {integers(rows, used.features, 2),
                                                integers(rows, used.features, 3)};
  std::vector<double> sums(2 * slice_sums);
  for (std::size_t begin = 0; begin < rows; begin += slice_rows) {
    const std::size_t here = std::min(slice_rows, rows - begin);
    std::vector<double> s(slice_group * slices * slice_stride);
    for (std::size_t p = 0; p < slice_group; ++p) {
      split_integers(std::span(pivots[p]).subspan(begin, here), used.pivots,
                     &s[p * slices * slice_stride]);
    }
    const std::int64_t* const x[] = {&features[0][begin], &features[1][begin]};
    add_slice_products({x, count}, s.data(), here, used, sums.data());
  }
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t p = 0; p < slice_group; ++p) {
      double* const own = &sums[f * slice_sums + p * slices * slice_lanes];
      EXPECT_TRUE(take_slice_total(own, used) == naive(features[f], pivots[p]))
          << rows << " rows, pivot " << p;
      EXPECT_EQ(*own, 0.0);
    }
  }
}

TEST(Slices, give_the_sums_of_products) {
  for (const std::size_t rows : {1U, 3U, 8U, 9U, 255U, 256U, 1000U, 8192U}) {
    for (const UsedSlices& of_features : {both, high, low}) {
      for (const UsedSlices& of_pivots : {both, high, low}) {
        for (const std::size_t count : {1U, 2U})
          expect_exact_sums(rows, count, {of_features, of_pivots});
      }
    }
  }
}

TEST(Slices, are_exact_for_8192_small_integers_at_the_end_of_their_range) {
  const std::vector<std::int64_t> least(exact_rows, -(std::int64_t{1} << 20U));
  std::vector<double> sums(slice_sums);
  std::vector<double> s(slice_group * slices * slice_stride);
  for (std::size_t begin = 0; begin < exact_rows; begin += slice_rows) {
    split_integers(std::span(least).subspan(begin, slice_rows), low, s.data());
    const std::int64_t* const x[] = {&least[begin]};
    add_slice_products(x, s.data(), slice_rows, {low, low}, sums.data());
  }
  EXPECT_TRUE(take_slice_total(sums.data(), {low, low}) == naive(least, least));
}

TEST(Slices, are_exact_for_8192_rows_at_the_ends_of_the_grid) {
  const std::int64_t widest = largest - (std::int64_t{1} << 19U);  // h = 2^19 and l = -2^19, or so
  const std::vector<std::int64_t> top(exact_rows, widest);
  std::vector<double> sums(slice_sums);
  std::vector<double> s(slice_group * slices * slice_stride);
  for (std::size_t begin = 0; begin < exact_rows; begin += slice_rows) {
    for (std::size_t p = 0; p < slice_group; ++p)
      split_integers(std::span(top).subspan(begin, slice_rows), both,
                     &s[p * slices * slice_stride]);
    const std::int64_t* const x[] = {&top[begin]};
    add_slice_products(x, s.data(), slice_rows, {}, sums.data());
  }
  EXPECT_TRUE(take_slice_total(sums.data(), {}) == naive(top, top));
}

}  // namespace
}  // namespace stats
}  // namespace pith
