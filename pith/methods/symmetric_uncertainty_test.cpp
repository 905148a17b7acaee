// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(SymmetricUncertainty, is_one_for_a_relabelled_target_and_zero_for_independence) {
  const Table table = table_of({{7, 7, 3, 3}, {0, 1, 0, 1}, {5, 5, 5, 5}}, {0, 0, 1, 1});
  const Selection selection = select(table, "symmetric-uncertainty", 3);
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x0", "x1", "x2"}));
  EXPECT_DOUBLE_EQ(selection.selected[0].score, 1);
  EXPECT_NEAR(selection.selected[1].score, 0, 1e-15);
  EXPECT_EQ(selection.selected[2].score, 0);
}

TEST(SymmetricUncertainty, is_twice_the_information_over_both_entropies) {
  // Six different values against two equal classes: I = log 2, H(x) = log 6.
  const Table table = table_of({{1, 2, 3, 4, 5, 6}}, {0, 0, 0, 1, 1, 1});
  EXPECT_NEAR(select(table, "symmetric-uncertainty", 1).selected[0].score,
              2 * std::log(2) / (std::log(6) + std::log(2)), 1e-15);
}

TEST(SymmetricUncertainty, is_symmetric) {
  const std::vector<std::uint32_t> y{0, 0, 1, 1, 2, 2, 2};
  const std::vector<std::uint32_t> x{0, 1, 1, 1, 0, 0, 0};
  const auto numbers = [](const std::vector<std::uint32_t>& codes) {
    return std::vector<double>(codes.begin(), codes.end());
  };
  EXPECT_NEAR(select(table_of({numbers(x)}, y), "symmetric-uncertainty", 1).selected[0].score,
              select(table_of({numbers(y)}, x), "symmetric-uncertainty", 1).selected[0].score,
              1e-15);
}

}  // namespace
}  // namespace pith
