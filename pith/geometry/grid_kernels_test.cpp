// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/grid_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

std::vector<std::uint32_t> wholes(std::size_t size, std::uint64_t limit, std::uint64_t stream) {
  const Random random(3, stream);
  std::vector<std::uint32_t> values(size);
  for (std::size_t i = 0; i < size; ++i)
    values[i] = static_cast<std::uint32_t>(random.below(i, limit));
  return values;
}

std::vector<std::uint32_t> sums_of(const std::vector<std::uint32_t>& strip) {
  std::vector<std::uint32_t> sums(strip_rows);
  for (std::size_t i = 0; i < strip.size(); ++i)
    sums[i % strip_rows] += strip[i];
  return sums;
}

TEST(GridKernels, distances_of_strips_up_to_2_to_the_32) {
  constexpr std::size_t stride = 37;
  for (const std::size_t features : {1U, 7U, 127U}) {
    const auto x = wholes(features * strip_rows, (std::uint64_t{1} << 25U) + 1, 0);
    const auto y = wholes(features * strip_rows, (std::uint64_t{1} << 25U) + 1, 1);
    const auto x_sums = sums_of(x);
    const auto y_sums = sums_of(y);
    for (const int shift : {0, 3}) {
      std::vector<std::uint32_t> out(strip_rows * stride, 5);
      add_grid_distances({.values = x.data(), .sums = x_sums.data()},
                         {.values = y.data(), .sums = y_sums.data()}, features, shift, out.data(),
                         stride);
      for (std::size_t a = 0; a < strip_rows; ++a) {
        for (std::size_t b = 0; b < stride; ++b) {
          std::uint64_t sum = 0;
          for (std::size_t f = 0; f < features && b < strip_rows; ++f) {
            const std::uint64_t at = x[f * strip_rows + a];
            const std::uint64_t to = y[f * strip_rows + b];
            sum += at < to ? to - at : at - to;
          }
          EXPECT_EQ(out[a * stride + b], (sum >> static_cast<unsigned>(shift)) + 5);
        }
      }
    }
  }
}

TEST(GridKernels, squares_of_small_and_large_values) {
  for (const std::size_t size : {0U, 1U, 8U, 100U}) {
    for (const std::uint64_t limit : {std::uint64_t{10}, std::uint64_t{1} << 32U}) {
      const auto values = wholes(size, limit, 2);
      const double centre = static_cast<double>(limit) / 3;
      double expected = 0;
      for (const std::uint32_t value : values)
        expected += (value - centre) * (value - centre);
      EXPECT_NEAR(grid_squares(values.data(), size, centre), expected, 1e-12 * expected);
    }
  }
}

TEST(GridKernels, places_up_to_a_bound_and_values_between_two) {
  for (const std::size_t size : {0U, 1U, 15U, 16U, 100U}) {
    const auto values = wholes(size, 9, 4);
    for (const std::uint32_t lower : {0U, 4U, 8U}) {
      for (const std::uint32_t upper : {lower, lower + 1}) {
        std::vector<std::uint32_t> expected;
        bool is_between = false;
        for (std::size_t i = 0; i < size; ++i) {
          if (values[i] <= lower) expected.push_back(static_cast<std::uint32_t>(i));
          is_between = is_between || (values[i] > lower && values[i] <= upper);
        }
        std::vector<std::uint32_t> places(size + grid_padding);
        bool found_between = true;
        places.resize(grid_places(values.data(), size, {.lower = lower, .upper = upper},
                                  places.data(), found_between));
        EXPECT_EQ(places, expected);
        EXPECT_EQ(found_between, is_between);
      }
    }
  }
}

}  // namespace
}  // namespace geometry
}  // namespace pith
