// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/feature_vectors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

Table example() {
  return table_of({{1, 2, 6}, {5, 5, 5}, {4e149, 0, 2e149}}, {0, 0, 1});
}

TEST(FeatureVectors, are_centred_and_leave_constants_out) {
  const FeatureVectors vectors(example(), Length::as_it_is, {});
  EXPECT_EQ(vectors.features(), (std::vector<Feature>{0, 2}));
  EXPECT_EQ(vectors.view()(0, 0), -2);
  EXPECT_EQ(vectors.view()(0, 1), -1);
  EXPECT_EQ(vectors.view()(0, 2), 3);
  EXPECT_DOUBLE_EQ(vectors.view()(1, 0), 2e149);
}

TEST(FeatureVectors, have_the_requested_length) {
  const FeatureVectors unit(example(), Length::unit, {});
  EXPECT_DOUBLE_EQ(unit.view()(0, 2), 3 / std::sqrt(14.0));
  EXPECT_DOUBLE_EQ(unit.view()(1, 1), -std::sqrt(0.5));
  const FeatureVectors standard(example(), Length::unit_variance, {});
  EXPECT_DOUBLE_EQ(standard.view()(0, 2), 3 / std::sqrt(14.0 / 3));
}

TEST(FeatureVectors, lose_nothing_to_a_large_offset) {
  const Table table = table_of({{1e15 + 1, 1e15 + 2, 1e15 + 7}}, {0, 0, 1});
  EXPECT_NEAR(FeatureVectors(table, Length::as_it_is, {}).view()(0, 0), -7.0 / 3, 1e-14);
}

TEST(FeatureVectors, have_the_products_of_repeated_rows_where_rows_have_weights) {
  TableParts parts = table_of({{1, 2, 6}, {3, 1, 1}}, {0, 0, 1}).parts();
  parts.weights = {2, 1, 3};
  const Table repeated = table_of({{1, 1, 2, 6, 6, 6}, {3, 3, 1, 1, 1, 1}}, {0, 0, 0, 1, 1, 1});
  for (const Length length : {Length::as_it_is, Length::unit, Length::unit_variance}) {
    const FeatureVectors a(Table(parts), length, {});
    const FeatureVectors b(repeated, length, {});
    const auto product = [](const FeatureVectors& vectors, std::size_t i, std::size_t j) {
      double sum = 0;
      for (std::size_t row = 0; row < vectors.rows(); ++row)
        sum += vectors.view()(i, row) * vectors.view()(j, row);
      return sum;
    };
    EXPECT_NEAR(product(a, 0, 0), product(b, 0, 0), 1e-14 * product(b, 0, 0));
    EXPECT_NEAR(product(a, 0, 1), product(b, 0, 1), 1e-14 * std::abs(product(b, 0, 1)));
  }
}

TEST(FeatureVectors, respect_the_memory_limit) {
  try {
    (void)FeatureVectors(example(), Length::unit, {.memory = 40});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
  }
  EXPECT_EQ(FeatureVectors(example(), Length::unit, {.memory = 480}).size(), 2U);
}

}  // namespace
}  // namespace stats
}  // namespace pith
