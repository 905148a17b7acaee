// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/conditional.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

TEST(Conditional, is_the_share_within_the_class) {
  Counts counts(2, 2);
  counts.update(codes_column({0, 0, 1, 1, 1}), codes_column({0, 0, 0, 1, 1}), {});
  const std::vector<double> expected{2.0 / 3, 0, 1.0 / 3, 1};
  EXPECT_EQ(conditional(counts), expected);
}

TEST(Condition, handles_unseen_combinations) {
  const Column s = codes_column({0, 0, 0, 1, 1});
  const Column y = codes_column({0, 0, 1, 0, 0});
  const Column x = codes_column({0, 1, 1, 1, 1});
  std::vector<double> sums(10);
  const std::vector<std::uint32_t> rows{0, 1, 2, 3};
  Condition::Scratch scratch;
  Condition(s, y, {}).add_logs(x, rows, sums, scratch);
  EXPECT_NEAR(sums[0], std::log(0.5), 1e-15);  // one of the two rows of s = 0, class 0
  EXPECT_EQ(sums[1], minus_infinity);          // x = 0 never with s = 0 in class 1
  EXPECT_EQ(sums[5], 0);                       // the only row of s = 0, class 1
  EXPECT_EQ(sums[6], 0);
  EXPECT_EQ(sums[7], 0);  // s = 1 never in class 1
  EXPECT_EQ(sums[8], 0);  // not asked for
}

/// Pairs numbered by rank and pairs numbered outright give the same: a feature of many levels, and
/// the same with levels that no row has.
TEST(Condition, handles_any_number_of_levels) {
  const Random random(1, 0);
  constexpr std::size_t count = 300;
  std::vector<std::uint32_t> few;
  std::vector<std::uint32_t> many;
  std::vector<std::uint32_t> s;
  std::vector<std::uint32_t> y;
  std::vector<double> weights;
  for (std::size_t row = 0; row < count; ++row) {
    few.push_back(static_cast<std::uint32_t>(random.below(4 * row, 6)));
    many.push_back(few.back() * 90);
    s.push_back(static_cast<std::uint32_t>(random.below(4 * row + 1, 5)));
    y.push_back(static_cast<std::uint32_t>(random.below(4 * row + 2, 3)));
    weights.push_back(0.5 + random.uniform(4 * row + 3));
  }
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  Condition::Scratch scratch;
  for (const bool is_weighted : {false, true}) {
    const std::vector<double> used = is_weighted ? weights : std::vector<double>{};
    const Column condition = codes_column(s);
    const Column target = codes_column(y);
    const Condition given(condition, target, used);
    std::vector<double> a(count * 3);
    std::vector<double> b(count * 3);
    given.add_logs(codes_column(few), rows, a, scratch);
    given.add_logs(codes_column(many), rows, b, scratch);
    EXPECT_EQ(a, b);
  }
}

}  // namespace
}  // namespace families
}  // namespace pith
