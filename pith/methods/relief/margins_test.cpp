// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/margins.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "tests/support/relief_twin.h"

namespace pith {
inline namespace families {
namespace {

double gap(const Column& column, std::size_t a, std::size_t b, double unit) {
  if (column.is_codes()) return column.code(a) == column.code(b) ? 0 : 1;
  return std::abs(column.numbers()[a] - column.numbers()[b]) / unit;
}

std::vector<double> plain_weights(const Table& table, MarginScale scale) {
  const std::size_t rows = table.rows();
  std::vector<std::vector<double>> margins(rows, std::vector<double>(table.features()));
  for (Feature feature = 0; feature < table.features(); ++feature) {
    double range = 0;
    for (std::size_t a = 0; a < rows; ++a) {
      for (std::size_t b = 0; b < rows; ++b)
        range = std::max(range, gap(table.feature(feature), a, b, 1));
    }
    const double unit = scale == MarginScale::unit_range ? range : 1;
    for (std::size_t a = 0; a < rows; ++a) {
      for (std::size_t b = 0; b < rows; ++b) {
        const double sign = table.target().code(a) == table.target().code(b) ? -1 : 1;
        margins[a][feature] += sign * gap(table.feature(feature), a, b, unit);
      }
    }
  }
  std::vector<double> inverse(rows);
  double sum = 0;
  for (std::size_t a = 0; a < rows; ++a) {
    double distances = 0;
    for (std::size_t b = 0; b < rows; ++b) {
      double square = 0;
      for (std::size_t f = 0; f < table.features(); ++f)
        square += (margins[a][f] - margins[b][f]) * (margins[a][f] - margins[b][f]);
      distances += std::sqrt(square);
    }
    inverse[a] = 1 / distances;
    sum += inverse[a];
  }
  for (double& weight : inverse)
    weight *= static_cast<double>(rows) / sum;
  return inverse;
}

TEST(MarginWeights, agree_with_their_definition) {
  for (const MarginScale scale : {MarginScale::as_it_is, MarginScale::unit_range}) {
    const Table table = relief_twin::mixed_table(50, 3, false, 2);
    const std::vector<double> expected = plain_weights(table, scale);
    const std::vector<double> weights = margin_weights(table, scale, {.threads = 3});
    EXPECT_EQ(weights, margin_weights(table, scale, {.threads = 1}));
    for (std::size_t row = 0; row < 50; ++row)
      EXPECT_NEAR(weights[row], expected[row], 1e-12);
  }
}

TEST(MarginWeights, distinguish_rows_that_are_nearly_equal) {
  // Two pairs of rows whose margins differ by 10^-7: products alone would lose the difference.
  const Table table = table_of({{0, 1e-7, 1000, 1000.0000001}, {5, 5, 9, 9}}, {0, 1, 0, 1});
  const std::vector<double> expected = plain_weights(table, MarginScale::as_it_is);
  const std::vector<double> weights = margin_weights(table, MarginScale::as_it_is, {});
  for (std::size_t row = 0; row < 4; ++row)
    EXPECT_NEAR(weights[row], expected[row], 1e-9);
}

TEST(MarginWeights, are_one_where_nothing_differs_and_finite_at_any_magnitude) {
  EXPECT_EQ(margin_weights(table_of({{3, 3, 3}}, {0, 1, 0}), MarginScale::as_it_is, {}),
            std::vector<double>(3, 1.0));
  const Table large = table_of({{0, 1e150, -1e150, 3e149}}, {0, 1, 0, 1});
  for (const double weight : margin_weights(large, MarginScale::as_it_is, {}))
    EXPECT_TRUE(weight > 0 && weight < 4) << weight;
}

TEST(MarginWeights, keep_to_the_memory_limit) {
  const Table table = relief_twin::mixed_table(50, 3, false, 2);
  EXPECT_THROW(margin_weights(table, MarginScale::as_it_is, {.memory = 8 * 9 * 50 - 1}), Error);
}

}  // namespace
}  // namespace families
}  // namespace pith
