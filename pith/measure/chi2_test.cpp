// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/chi2.h"

#include <gtest/gtest.h>

namespace pith {
inline namespace measure {
namespace {

Counts counts_of(const std::vector<std::vector<double>>& cells) {
  Counts counts(cells.size(), cells.front().size());
  const std::vector<std::string> x_names(cells.size(), "x");
  const std::vector<std::string> y_names(cells.front().size(), "y");
  for (std::uint32_t x = 0; x < cells.size(); ++x) {
    for (std::uint32_t y = 0; y < cells[x].size(); ++y) {
      counts.update(Column::from_codes(std::vector<std::uint32_t>{x}, x_names),
                    Column::from_codes(std::vector<std::uint32_t>{y}, y_names),
                    std::vector<double>{cells[x][y]});
    }
  }
  return counts;
}

ClassMoments moments_of(const std::vector<double>& numbers, const std::vector<std::uint32_t>& codes,
                        const std::vector<double>& weights = {}) {
  ClassMoments moments(2);
  moments.update(numbers, Column::from_codes(codes, {"a", "b"}), weights);
  return moments;
}

TEST(Chi2, of_a_hand_made_table) {
  // Every expected cell is 10 x 10 / 20 = 5, every difference 3: 4 x 9 / 5.
  EXPECT_DOUBLE_EQ(chi2(counts_of({{8, 2}, {2, 8}})), 7.2);
}

TEST(Chi2, of_independent_columns_is_zero) {
  EXPECT_DOUBLE_EQ(chi2(counts_of({{3, 6}, {2, 4}})), 0);
}

TEST(Chi2, of_identical_columns_is_the_rows_times_the_classes_minus_one) {
  EXPECT_DOUBLE_EQ(chi2(counts_of({{5, 0, 0}, {0, 7, 0}, {0, 0, 2}})), 14 * 2);
}

TEST(Chi2, ignores_empty_rows_and_columns) {
  EXPECT_DOUBLE_EQ(chi2(counts_of({{8, 0, 2}, {0, 0, 0}, {2, 0, 8}})), 7.2);
  EXPECT_EQ(chi2(counts_of({{0, 0}, {0, 0}})), 0);
  EXPECT_EQ(chi2(counts_of({{4, 9}})), 0);
}

TEST(Chi2OfSums, compares_the_sums_of_the_classes_with_their_share) {
  // Sums 1+2 = 3 and 9 of 12; expected 8 and 4 for two rows against one.
  EXPECT_DOUBLE_EQ(chi2_of_sums(moments_of({1, 2, 9}, {0, 0, 1})), 25.0 / 8 + 25.0 / 4);
}

TEST(Chi2OfSums, is_zero_for_zeros_and_for_equal_shares) {
  EXPECT_EQ(chi2_of_sums(moments_of({0, 0, 0}, {0, 0, 1})), 0);
  EXPECT_NEAR(chi2_of_sums(moments_of({0.1, 0.1, 0.1}, {0, 0, 1})), 0, 1e-15);
}

TEST(Chi2OfSums, counts_weights_as_repetition) {
  EXPECT_DOUBLE_EQ(chi2_of_sums(moments_of({1, 5, 9}, {0, 0, 1}, {2, 0, 1})),
                   chi2_of_sums(moments_of({1, 1, 9}, {0, 0, 1})));
}

}  // namespace
}  // namespace measure
}  // namespace pith
