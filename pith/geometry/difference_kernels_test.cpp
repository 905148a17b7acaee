// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/difference_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

/// Eighths of 0..1, whose sums are exact in any order and precision.
template <class T>
std::vector<T> eighths(std::size_t size, std::uint64_t stream) {
  const Random random(3, stream);
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i)
    values[i] = static_cast<T>(random.below(i, 9)) / 8;
  return values;
}

template <class Number>
void expect_strips(std::size_t features) {
  const auto x = eighths<Number>(features * strip_rows, 0);
  const auto y = eighths<Number>(features * strip_rows, 1);
  constexpr std::size_t stride = 37;
  std::vector<double> larger(strip_rows * stride, 0.5);
  std::vector<double> unequal(strip_rows * stride, 0.5);
  add_twice_larger(x.data(), y.data(), features, larger.data(), stride);
  add_unequal(x.data(), y.data(), features, unequal.data(), stride);
  for (std::size_t a = 0; a < strip_rows; ++a) {
    for (std::size_t b = 0; b < stride; ++b) {
      double sum = 0.5;
      double count = 0.5;
      for (std::size_t f = 0; f < features && b < strip_rows; ++f) {
        const Number at = x[f * strip_rows + a];
        const Number to = y[f * strip_rows + b];
        sum += 2 * static_cast<double>(std::max(at, to));
        count += at == to ? 0 : 1;
      }
      EXPECT_EQ(larger[a * stride + b], sum);
      EXPECT_EQ(unequal[a * stride + b], count);
    }
  }
}

TEST(DifferenceKernels, strips_against_strips) {
  for (const std::size_t features : {1U, 7U, 256U}) {
    expect_strips<float>(features);
    expect_strips<double>(features);
  }
}

TEST(DifferenceKernels, rows_against_rows_of_any_length) {
  for (std::size_t size = 0; size < 40; ++size) {
    const auto rows = eighths<double>(3 * size, 2);
    const RowTile tile{.values = rows.data(), .features = size};
    const std::vector<RowPair> pairs{{.a = 0, .b = 2, .value = 0.25}, {.a = 2, .b = 1, .value = 1}};
    std::vector<double> differences(size + 1, 1.0);
    std::vector<double> inequalities(size + 1, 1.0);
    add_pair_differences(tile, pairs, differences.data());
    add_pair_inequalities(tile, pairs, inequalities.data());
    std::vector<RowPair> distances = pairs;
    add_pair_distances(tile, distances);
    double first = 0.25;
    double second = 1;
    for (std::size_t i = 0; i < size; ++i) {
      const double x = std::abs(rows[i] - rows[2 * size + i]);
      const double y = std::abs(rows[2 * size + i] - rows[size + i]);
      first += x;
      second += y;
      EXPECT_EQ(differences[i], 1 + x / 4 + y);
      EXPECT_EQ(inequalities[i], 1 + (x == 0 ? 0 : 0.25) + (y == 0 ? 0 : 1));
    }
    EXPECT_EQ(differences[size], 1);
    EXPECT_EQ(inequalities[size], 1);
    EXPECT_EQ(distances[0].value, first);
    EXPECT_EQ(distances[1].value, second);
  }
}

TEST(DifferenceKernels, places_of_values_within_a_bound) {
  for (const std::size_t size : {0U, 1U, 15U, 16U, 100U}) {
    const auto values = eighths<double>(size, 4);
    for (const double bound : {-1.0, 0.0, 0.25, 1.0}) {
      std::vector<std::uint32_t> expected;
      for (std::size_t i = 0; i < size; ++i) {
        if (values[i] <= bound) expected.push_back(static_cast<std::uint32_t>(i));
      }
      std::vector<std::uint32_t> places(size + 1);
      places.resize(places_within(values.data(), size, bound, places.data()));
      EXPECT_EQ(places, expected) << size << ' ' << bound;
    }
  }
}

}  // namespace
}  // namespace geometry
}  // namespace pith
