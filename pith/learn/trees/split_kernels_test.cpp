// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/split_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

template <class T>
std::vector<T> random_values(std::size_t size, std::size_t levels) {
  const Random random(size, levels);
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i)
    values[i] = static_cast<T>(random.below(i, levels));
  return values;
}

template <class T>
class SplitKernels : public testing::Test {};

using Types = testing::Types<std::uint8_t, float, double>;
TYPED_TEST_SUITE(SplitKernels, Types);

TYPED_TEST(SplitKernels, find_the_extremes_of_any_number_of_values) {
  for (std::size_t size = 1; size < 300; size += size < 70 ? 1 : 13) {
    const auto values = random_values<TypeParam>(size, 256);
    const auto found = extremes_of(std::span<const TypeParam>(values));
    EXPECT_EQ(found.low, *std::min_element(values.begin(), values.end())) << size;
    EXPECT_EQ(found.high, *std::max_element(values.begin(), values.end())) << size;
  }
}

TYPED_TEST(SplitKernels, count_the_values_of_each_run_up_to_a_limit) {
  const std::vector<std::uint32_t> sizes{1, 130, 2, 64, 0, 63, 17};
  const auto values = random_values<TypeParam>(277, 256);
  for (const int limit : {0, 1, 127, 128, 200, 254, 255}) {
    std::vector<std::uint32_t> counts(sizes.size());
    count_at_most(values.data(), sizes, static_cast<TypeParam>(limit), counts.data());
    auto begin = values.begin();
    for (std::size_t run = 0; run < sizes.size(); ++run) {
      const auto expected = std::count_if(begin, begin + sizes[run], [&](TypeParam x) {
        return x <= static_cast<TypeParam>(limit);
      });
      EXPECT_EQ(counts[run], static_cast<std::uint32_t>(expected)) << run;
      begin += sizes[run];
    }
  }
}

TEST(BestCut, is_the_first_of_the_largest_gain_between_different_values) {
  for (std::size_t size = 1; size < 90; ++size) {
    const Random random(size, 3);
    std::vector<double> sums(size);
    std::vector<double> sizes(size);
    std::vector<std::uint32_t> numbers(size);
    for (std::size_t i = 0; i < size; ++i) {
      // Few different residuals and weights, so that many gains are equal.
      sums[i] = static_cast<double>(random.below(3 * i, 3)) - 1;
      sizes[i] = static_cast<double>(1 + random.below(3 * i + 1, 2));
      numbers[i] = (i > 0 ? numbers[i - 1] : 0) + (random.below(3 * i + 2, 3) > 0 ? 1 : 0);
    }
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    std::partial_sum(sizes.begin(), sizes.end(), sizes.begin());
    BestCut expected{.place = 0, .gain = -1};
    for (std::size_t i = 0; i + 1 < size; ++i) {
      const double right = sums.back() - sums[i];
      const double gain = sums[i] * sums[i] / sizes[i] + right * right / (sizes.back() - sizes[i]);
      if (numbers[i] != numbers[i + 1] && gain > expected.gain) expected = {i + 1, gain};
    }
    const BestCut found = best_cut({sums, sizes, numbers});
    EXPECT_EQ(found.place, expected.place) << size;
    EXPECT_EQ(found.gain, expected.gain) << size;
  }
}

}  // namespace
}  // namespace pith
