// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/number_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

const double nan = std::nan("");

std::vector<double> random_numbers(std::size_t count, bool are_integers) {
  const Random random(7, are_integers ? 1 : 0);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = 100 * random.uniform(i) - 50;
    numbers[i] = i % 11 == 3 ? nan : are_integers ? std::round(x) : x;
  }
  return numbers;
}

TEST(NumberKernels, scan_equals_a_look_at_each_number) {
  for (std::size_t count = 0; count < 40; ++count) {
    for (const bool are_integers : {false, true}) {
      const std::vector<double> numbers = random_numbers(count, are_integers);
      NumberScan naive;
      for (const double x : numbers) {
        if (std::isnan(x)) continue;
        ++naive.present;
        naive.min = std::min(naive.min, x + 0.0);
        naive.max = std::max(naive.max, x + 0.0);
        naive.are_integers = naive.are_integers && x == std::trunc(x);
      }
      const NumberScan found = scan_numbers(numbers);
      EXPECT_EQ(found.present, naive.present);
      EXPECT_EQ(found.min, naive.min);
      EXPECT_EQ(found.max, naive.max);
      EXPECT_EQ(found.are_integers, naive.are_integers);
    }
  }
}

TEST(NumberKernels, scan_finds_one_fraction_or_one_large_number_anywhere) {
  for (std::size_t place = 0; place < 20; ++place) {
    for (const double odd : {0.5, -0.25, 0x1p53 + 2, -0x1p60, 1e308}) {
      std::vector<double> numbers(20, 3.0);
      EXPECT_TRUE(scan_numbers(numbers).are_integers);
      numbers[place] = odd;
      EXPECT_FALSE(scan_numbers(numbers).are_integers) << odd;
      numbers[place] = odd > 0 ? 0x1p53 : -0x1p53;
      EXPECT_TRUE(scan_numbers(numbers).are_integers);
    }
  }
}

TEST(NumberKernels, scan_has_no_negative_zero) {
  const NumberScan found = scan_numbers(std::vector<double>(9, -0.0));
  EXPECT_FALSE(std::signbit(found.min));
  EXPECT_FALSE(std::signbit(found.max));
}

TEST(NumberKernels, hash_sum_is_the_sum_of_the_hashes) {
  for (std::size_t count = 0; count < 40; ++count) {
    const std::vector<double> numbers = random_numbers(count, count % 2 == 0);
    std::uint64_t sum = 0;
    for (const double x : numbers)
      sum += std::isnan(x) ? 0 : number_hash(x);
    EXPECT_EQ(number_hash_sum(numbers), sum);
  }
  EXPECT_EQ(number_hash(-0.0), number_hash(0.0));
}

TEST(NumberKernels, hashes_of_small_integers_differ_in_every_half) {
  constexpr int count = 100'000;
  std::set<std::uint64_t> all;
  std::set<std::uint64_t> high;
  std::vector<int> ones(64);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t hash = number_hash(i - 1000);
    all.insert(hash);
    high.insert(hash >> 32U);
    for (unsigned bit = 0; bit < 64; ++bit)
      ones[bit] += static_cast<int>((hash >> bit) & 1U);
  }
  EXPECT_EQ(all.size(), static_cast<std::size_t>(count));
  EXPECT_GT(high.size(), static_cast<std::size_t>(count - 20));  // 1.2 collisions are expected
  for (const int each : ones)
    EXPECT_NEAR(each, count / 2, count / 16);  // high bits of products are less often set
}

TEST(NumberKernels, multiples_are_found_exactly) {
  for (const double step : {1.0, 3.0, 10.0, 1e9 + 7, 0x1p40}) {
    for (const double origin : {0.0, -5.0, 1e8}) {
      std::vector<double> numbers;
      for (int i = -9; i < 10; ++i)
        numbers.push_back(origin + step * i);
      numbers.push_back(nan);
      EXPECT_TRUE(are_multiples(numbers, origin, step));
      for (std::size_t place = 0; place < numbers.size(); ++place) {
        std::vector<double> other = numbers;
        other[place] = origin + 3 * step + 1;
        EXPECT_EQ(are_multiples(other, origin, step), step == 1);
      }
    }
  }
  EXPECT_FALSE(are_multiples(std::vector<double>{0x1p52 - 1}, -0x1p52, 3) ==
               are_multiples(std::vector<double>{0x1p52 - 2}, -0x1p52, 3));
}

TEST(NumberKernels, codes_are_the_number_of_cuts_below) {
  const std::vector<double> numbers = random_numbers(101, true);
  for (const std::size_t count : {0, 1, 2, 3, 24, 25, 60}) {
    std::vector<double> cuts(count);
    for (std::size_t i = 0; i < count; ++i)
      cuts[i] = static_cast<double>(i) * 2 - 40;
    for (const std::uint32_t missing : {7U, 0xFFFFFFFFU}) {
      std::vector<std::uint32_t> codes(numbers.size());
      codes_by_cuts(numbers, cuts, missing, codes.data());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto below = static_cast<std::uint32_t>(
            std::count_if(cuts.begin(), cuts.end(), [&](double cut) { return cut < numbers[i]; }));
        EXPECT_EQ(codes[i], std::isnan(numbers[i]) ? missing : below);
      }
    }
  }
}

}  // namespace
}  // namespace pith
