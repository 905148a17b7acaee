// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/value_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

/// Finds the values, numbers next to them and numbers outside as a plain search does.
void expect_places(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const ValueIndex index(values);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> asked{-infinity, infinity, 0.0, -0.0};
  for (const double value : values) {
    asked.push_back(value);
    asked.push_back(std::nextafter(value, infinity));
    asked.push_back(std::nextafter(value, -infinity));
  }
  asked.push_back(std::numeric_limits<double>::quiet_NaN());
  std::vector<std::uint32_t> found(asked.size());
  index.count_below(values, asked, found.data());
  for (std::size_t i = 0; i < asked.size(); ++i)
    ASSERT_EQ(found[i], count_below(values, asked[i])) << asked[i];
}

TEST(ValueIndex, finds_what_a_search_of_all_values_finds) {
  for (const std::size_t count : {0U, 1U, 2U, 64U, 65U, 1000U, 30'000U}) {
    const Random random(count, 0);
    std::vector<double> uniform(count);
    std::vector<double> skewed(count);
    std::vector<double> integers(count);
    std::vector<double> constant(count, 3.5);
    std::vector<double> wide(count);
    std::vector<double> tiny(count);
    for (std::size_t i = 0; i < count; ++i) {
      uniform[i] = random.uniform(i) - 0.3;
      skewed[i] = std::tan(3.14 * (random.uniform(i) - 0.5)) * 1e9;
      integers[i] = static_cast<double>(random.below(i, 500)) + 1e15;
      wide[i] = (random.uniform(i) - 0.5) * 2 * std::numeric_limits<double>::max();
      tiny[i] = static_cast<double>(i) * std::numeric_limits<double>::denorm_min();
    }
    for (const auto& values : {uniform, skewed, integers, constant, wide, tiny})
      expect_places(values);
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
