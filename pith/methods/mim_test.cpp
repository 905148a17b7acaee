// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/base/elementary.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(Mim, is_the_information_of_a_hand_made_table) {
  // Cells 3 1 / 1 3 of 8: log 2 - H(1/4).
  const Table table = table_of({{0, 0, 0, 1, 0, 1, 1, 1}}, {0, 0, 0, 0, 1, 1, 1, 1});
  EXPECT_NEAR(select(table, "mim", 1).selected[0].score,
              std::log(2) + 0.25 * std::log(0.25) + 0.75 * std::log(0.75), 1e-15);
}

TEST(Mim, ignores_redundancy_and_breaks_ties_by_the_lowest_index) {
  const std::vector<double> good{0, 0, 1, 1};
  const Table table = table_of({{0, 1, 0, 1}, good, good}, {0, 0, 1, 1});
  EXPECT_EQ(select(table, "mim", 3).names(), (std::vector<std::string>{"x1", "x2", "x0"}));
}

TEST(Mim, never_exceeds_the_entropy_of_the_target) {
  const Table table =
      table_of({{1, 2, 3, 4, 5, 6}, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}}, {0, 0, 0, 0, 1, 1});
  using portable::log;
  const double entropy = log(6) - (4 * log(4) + 2 * log(2)) / 6;
  const Selection selection = select(table, "mim", 2);
  EXPECT_LE(selection.selected[0].score, entropy);
  EXPECT_NEAR(selection.selected[0].score, entropy, 1e-15);
  EXPECT_EQ(selection.selected[1].score, 0);
}

TEST(Mim, bins_fractions_and_never_floors_them) {
  // As integers both would be 0 and say nothing.
  const Table table = table_of({{0.1, 0.1, 0.9, 0.9}}, {0, 0, 1, 1});
  Request request{.method = "mim", .k = 1};
  request.bins = parse_bins("width:2");
  const Selection selection = select(table, request);
  EXPECT_NEAR(selection.selected[0].score, std::log(2), 1e-15);
  EXPECT_EQ(selection.notes, std::vector<std::string>{"binned 1 numeric feature by width:2"});
}

TEST(Mim, distributes_missing_counts_as_weka_does) {
  // Known rows a|n a|n b|y; one gap with y: it counts 2/3 as a and 1/3 as b.
  const std::vector<std::uint32_t> codes{0, 0, 1, 0};
  Mask missing;
  missing.set(3);
  const Table table = table_of({{0, 0, 0, 0}}, {0, 0, 1, 1})
                          .with_features({Column::from_codes(codes, {"a", "b"}, missing)});
  Request request{.method = "mim", .k = 1};
  request.missing = Missing::spread;
  const auto f = [](double c) { return c * std::log(c); };
  const double third = 1.0 / 3;
  const double expected = std::log(4) - (f(2 + 2 * third) + f(1 + third)) / 4 - (f(2) + f(2)) / 4 +
                          (f(2) + f(2 * third) + f(1 + third)) / 4;
  EXPECT_NEAR(select(table, request).selected[0].score, expected, 1e-15);
}

}  // namespace
}  // namespace pith
