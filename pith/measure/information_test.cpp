// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith {
inline namespace measure {
namespace {

Counts counts_of(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y,
                 std::size_t levels) {
  const std::vector<std::string> names(levels, "x");
  Counts counts(levels, levels);
  counts.update(Column::from_codes(x, names), Column::from_codes(y, names), {});
  return counts;
}

TEST(Information, of_identical_columns_is_their_entropy) {
  const Entropies h = entropies(counts_of({0, 1, 2, 0}, {0, 1, 2, 0}, 3));
  EXPECT_DOUBLE_EQ(information(h), h.x);
  EXPECT_DOUBLE_EQ(gain_ratio(h), 1);
  EXPECT_DOUBLE_EQ(symmetric_uncertainty(h), 1);
}

TEST(Information, of_independent_columns_is_zero) {
  const Entropies h = entropies(counts_of({0, 0, 1, 1}, {0, 1, 0, 1}, 2));
  EXPECT_NEAR(information(h), 0, 1e-15);
  EXPECT_GE(information(h), 0);
}

TEST(Information, of_a_hand_made_table) {
  // Cells 3 1 / 1 3 of 8: I = log 2 - H(1/4).
  const Entropies h = entropies(counts_of({0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 0, 1, 1, 1}, 2));
  const double expected = std::log(2) + 0.25 * std::log(0.25) + 0.75 * std::log(0.75);
  EXPECT_NEAR(information(h), expected, 1e-15);
}

TEST(Information, of_a_constant_is_zero_in_every_form) {
  const Entropies h = entropies(counts_of({0, 0, 0}, {0, 1, 0}, 2));
  EXPECT_EQ(information(h), 0);
  EXPECT_EQ(gain_ratio(h), 0);
  EXPECT_EQ(symmetric_uncertainty(h), 0);
  EXPECT_EQ(symmetric_uncertainty({}), 0);
}

TEST(Information, is_symmetric_and_bounded_by_the_entropies) {
  const Random random(11, 0);
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    std::vector<std::uint32_t> x(40);
    std::vector<std::uint32_t> y(40);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<std::uint32_t>(random.below(trial * 1000 + i, 6));
      y[i] = static_cast<std::uint32_t>(random.below(trial * 1000 + 500 + i, 6));
    }
    const Entropies h = entropies(counts_of(x, y, 6));
    EXPECT_NEAR(information(h), information(entropies(counts_of(y, x, 6))), 1e-14);
    EXPECT_LE(information(h), std::min(h.x, h.y));
  }
}

}  // namespace
}  // namespace measure
}  // namespace pith
