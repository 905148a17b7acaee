// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/product_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = random.uniform(i) - 0.5;
  return numbers;
}

/// Numbers that add_products takes as float, so that both kinds of storage give the same sums.
template <class Number>
std::vector<Number> random_strip(std::size_t rows) {
  const std::vector<double> numbers = random_numbers(rows * strip_width, 7);
  std::vector<Number> strip(numbers.size());
  for (std::size_t i = 0; i < strip.size(); ++i)
    strip[i] = static_cast<Number>(static_cast<float>(numbers[i]));
  return strip;
}

template <class Number>
std::vector<double> products(std::size_t rows, std::size_t groups) {
  const std::vector<Number> strip = random_strip<Number>(rows);
  const std::vector<double> pivots = random_numbers(rows * pivot_group * groups, 8);
  std::vector<double> out(groups * pivot_group * strip_width, 0.25);
  add_products(strip.data(), {pivots.data(), groups, rows * pivot_group}, rows, out.data(),
               strip_width);
  return out;
}

TEST(AddProducts, are_the_sums_of_products) {
  for (const std::size_t rows : {1U, 2U, 63U, 64U, 65U, 300U}) {
    const std::vector<double> strip = random_strip<double>(rows);
    const std::vector<double> pivots = random_numbers(rows * pivot_group * 3, 8);
    const std::vector<double> found = products<double>(rows, 3);
    for (std::size_t p = 0; p < 3 * pivot_group; ++p) {
      for (std::size_t f = 0; f < strip_width; ++f) {
        long double sum = 0.25L;
        for (std::size_t r = 0; r < rows; ++r) {
          const std::size_t place = (p / pivot_group * rows + r) * pivot_group + p % pivot_group;
          sum += static_cast<long double>(pivots[place]) * strip[r * strip_width + f];
        }
        EXPECT_NEAR(found[p * strip_width + f], static_cast<double>(sum), 1e-14 * std::sqrt(rows));
      }
    }
  }
}

TEST(AddProducts, of_floats_are_those_of_the_same_doubles) {
  EXPECT_EQ(products<float>(300, 2), products<double>(300, 2));
}

TEST(AddProducts, do_not_depend_on_the_number_of_pivots) {
  const std::size_t rows = 200;
  const std::vector<double> strip = random_strip<double>(rows);
  const std::vector<double> pivots = random_numbers(rows * pivot_group * 3, 8);
  const std::vector<double> together = products<double>(rows, 3);
  std::vector<double> alone(pivot_group * strip_width, 0.25);
  add_products(strip.data(), {&pivots[2 * rows * pivot_group], 1, 0}, rows, alone.data(),
               strip_width);
  for (std::size_t i = 0; i < alone.size(); ++i)
    EXPECT_EQ(alone[i], together[2 * pivot_group * strip_width + i]);
}

/// subtract_products of `steps` rows from columns of ones, `split` rows in the first call.
std::vector<double> differences(std::size_t width, std::size_t count, std::size_t split) {
  constexpr std::size_t steps = 9;
  const std::vector<double> rows = random_numbers(steps * width, 3);
  std::vector<const double*> pointers;
  for (std::size_t r = 0; r < steps; ++r)
    pointers.push_back(&rows[r * width]);
  std::vector<double> factors(steps * count);
  for (std::size_t r = 0; r < steps; ++r) {
    for (std::size_t b = 0; b < count; ++b)
      factors[r * count + b] = Random(4, b).uniform(r);
  }
  std::vector<double> out(count * width, 1.0);
  std::vector<double*> outs;
  for (std::size_t b = 0; b < count; ++b)
    outs.push_back(&out[b * width]);
  const std::span<const double* const> all(pointers);
  subtract_products(all.first(split), factors.data(), outs, 0, width);
  subtract_products(all.subspan(split), factors.data() + split * count, outs, 0, width / 2);
  subtract_products(all.subspan(split), factors.data() + split * count, outs, width / 2, width);
  return out;
}

TEST(SubtractProducts, subtract_each_row_times_its_factor) {
  constexpr std::size_t width = 53;
  const std::vector<double> rows = random_numbers(9 * width, 3);
  const std::vector<double> found = differences(width, 2, 9);
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t j = 0; j < width; ++j) {
      double left = 1;
      for (std::size_t r = 0; r < 9; ++r)
        left -= Random(4, b).uniform(r) * rows[r * width + j];
      EXPECT_NEAR(found[b * width + j], left, 1e-14);
    }
  }
}

TEST(SubtractProducts, give_the_same_bits_in_any_batches) {
  for (const std::size_t width : {1U, 11U, 12U, 24U, 100U}) {
    const std::vector<double> one = differences(width, 1, 9);
    for (const std::size_t count : {1U, 2U, 3U, 4U}) {
      for (const std::size_t split : {0U, 1U, 4U, 9U}) {
        const std::vector<double> found = differences(width, count, split);
        EXPECT_TRUE(std::equal(one.begin(), one.end(), found.begin())) << width << " " << count;
      }
    }
  }
}

}  // namespace
}  // namespace linalg
}  // namespace pith
