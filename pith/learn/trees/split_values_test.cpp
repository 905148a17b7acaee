// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/split_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "tests/support/examples.h"

namespace pith {
namespace {

std::vector<std::uint32_t> all_rows(const Table& table) {
  std::vector<std::uint32_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

SplitType type_of(std::vector<double> values) {
  const std::size_t rows = values.size();
  return SplitPlan(table_of({Column::from_numbers(std::move(values))}, random_codes(rows, 2, 1)),
                   {})
      .type;
}

TEST(SplitPlan, takes_the_narrowest_type_that_is_exact) {
  std::vector<double> values(300);
  std::iota(values.begin(), values.end(), -5.0);
  EXPECT_EQ(type_of({values.begin(), values.begin() + 256}), SplitType::bytes);
  EXPECT_EQ(type_of(values), SplitType::floats);
  EXPECT_EQ(type_of({0.1, 0.2, 1e300, 0.1}), SplitType::bytes);  // few values, of whatever size
  values[7] = 0.1;
  EXPECT_EQ(type_of(values), SplitType::doubles);
  values[7] = 1e300;
  EXPECT_EQ(type_of(values), SplitType::doubles);
}

TEST(SplitPlan, takes_one_type_for_all_features) {
  std::vector<double> many(300);
  std::iota(many.begin(), many.end(), 0.0);
  std::vector<double> tenths(300);
  for (std::size_t i = 0; i < 300; ++i)
    tenths[i] = static_cast<double>(i % 7) / 10;
  const std::vector<std::uint32_t> classes = random_codes(300, 2, 1);
  EXPECT_EQ(SplitPlan(table_of(Values{tenths, tenths}, classes), {}).type, SplitType::bytes);
  EXPECT_EQ(SplitPlan(table_of(Values{many, tenths}, classes), {}).type, SplitType::doubles);
}

TEST(SplitValues, puts_the_same_rows_on_the_left_whatever_the_type) {
  // Whole numbers, eighths, values that are far from evenly spread, and numbers around 0.
  Values features(4, std::vector<double>(200));
  for (std::size_t i = 0; i < 200; ++i) {
    features[0][i] = static_cast<double>(i * i % 251) - 30;
    features[1][i] = static_cast<double>(i % 13) / 8;
    features[2][i] = std::ldexp(1.0, static_cast<int>(i % 60));
    features[3][i] = static_cast<double>(i % 3) - 1;
  }
  const Table table = table_of(features, random_codes(200, 2, 1));
  const auto rows = all_rows(table);
  ASSERT_EQ(SplitPlan(table, {}).type, SplitType::bytes);
  const SplitValues<std::uint8_t> bytes(table, rows, SplitPlan(table, {}), {});
  const SplitValues<float> floats(table, rows, SplitPlan(table, {}), {});
  const SplitValues<double> doubles(table, rows, SplitPlan(table, {}), {});
  for (Feature f = 0; f < 4; ++f) {
    for (std::size_t draw = 0; draw < 400; ++draw) {
      const auto a = static_cast<std::size_t>(Random(1, f).below(2 * draw, 200));
      const auto b = static_cast<std::size_t>(Random(1, f).below(2 * draw + 1, 200));
      if (features[f][a] >= features[f][b]) continue;
      const double u = draw == 0 ? 1 - 0x1p-53 : Random(2, f).uniform(draw);
      const auto of = [&](const auto& values) {
        const auto* const column = values.column(f);
        const auto limit = values.limit(f, {column[a], column[b]}, u);
        EXPECT_TRUE(column[a] <= limit && limit < column[b]);
        std::vector<bool> is_left;
        for (std::size_t row = 0; row < 200; ++row)
          is_left.push_back(column[row] <= limit);
        return is_left;
      };
      const std::vector<bool> expected = of(doubles);
      EXPECT_EQ(of(bytes), expected);
      EXPECT_EQ(of(floats), expected);
    }
  }
}

TEST(SplitValues, have_thresholds_between_numbers_whose_difference_overflows) {
  constexpr double largest = std::numeric_limits<double>::max();
  std::vector<double> values(300, 0.1);
  std::iota(values.begin() + 2, values.end(), 0.0);
  values[0] = -largest;
  values[1] = largest;
  const Table table = table_of(Values{values}, random_codes(300, 2, 1));
  const SplitValues<double> kept(table, all_rows(table), SplitPlan(table, {}), {});
  EXPECT_EQ(kept.limit(0, {-largest, largest}, 0.5), 0);
  EXPECT_EQ(kept.limit(0, {-largest, largest}, 0), -largest);
  EXPECT_DOUBLE_EQ(kept.limit(0, {-largest, largest}, 0.75), largest / 2);
}

TEST(SplitValues, knows_the_features_that_vary_over_the_rows) {
  const Table table = table_of(Values{{1, 2, 2}, {1, 2, 3}, {4, 4, 4}}, {0, 1, 0});
  const std::vector<std::uint32_t> rows{1, 2};
  const SplitValues<std::uint8_t> values(table, rows, SplitPlan(table, {}), {});
  EXPECT_TRUE(!values.varies(0) && values.varies(1) && !values.varies(2));
}

}  // namespace
}  // namespace pith
