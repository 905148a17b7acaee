// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/centred_columns.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/tables.h"

namespace pith {
namespace {

Table weighted(std::vector<std::vector<double>> features, std::vector<double> weights) {
  TableParts parts;
  for (std::size_t i = 0; i < features.size(); ++i) {
    parts.features.push_back(Column::from_numbers(std::move(features[i])));
    parts.names.push_back("x" + std::to_string(i));
  }
  parts.weights = std::move(weights);
  return Table(std::move(parts));
}

std::vector<double> column(const CentredColumns& columns, Feature feature) {
  return {columns.column(feature).begin(), columns.column(feature).end()};
}

TEST(CentredColumns, are_differences_from_the_mean) {
  const CentredColumns found(weighted({{1, 2, 6}, {4, 4, 4}}, {}), Unit::as_it_is, {});
  EXPECT_EQ(column(found, 0), (std::vector<double>{-2, -1, 3}));
  EXPECT_EQ(column(found, 1), (std::vector<double>{0, 0, 0}));
  EXPECT_NEAR(found.deviations()[0], std::sqrt(14.0 / 3), 1e-15);
  EXPECT_EQ(found.deviations()[1], 0);
}

TEST(CentredColumns, count_a_row_as_often_as_it_weighs) {
  const CentredColumns once(weighted({{1, 2, 6}}, {2, 1, 1}), Unit::deviation, {});
  const CentredColumns twice(weighted({{1, 1, 2, 6}}, {}), Unit::deviation, {});
  EXPECT_NEAR(once.column(0)[2], twice.column(0)[3], 1e-15);
  EXPECT_NEAR(once.deviations()[0], twice.deviations()[0], 1e-15);
}

TEST(CentredColumns, lose_nothing_by_a_large_offset_or_a_small_unit) {
  const CentredColumns shifted(weighted({{1e9 + 1, 1e9 + 2, 1e9 + 6}}, {}), Unit::as_it_is, {});
  EXPECT_EQ(column(shifted, 0), (std::vector<double>{-2, -1, 3}));
  const CentredColumns small(weighted({{1e-200, 2e-200, 6e-200}}, {}), Unit::deviation, {});
  EXPECT_NEAR(small.column(0)[2], 3 / std::sqrt(14.0 / 3), 1e-14);
}

}  // namespace
}  // namespace pith
