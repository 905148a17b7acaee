// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/ledoit_wolf.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/gaussian_twin.h"

namespace pith {
namespace {

double share_of(const Table& table, bool has_equal_priors = false) {
  const TableSource source(table);
  return ledoit_wolf_share(table, *source.scatter(Storage::float64, {}), has_equal_priors, {});
}

/// Straight from the definition: the variance of every entry of every class covariance.
double share_by_definition(const Table& table) {
  const std::size_t d = table.features();
  const std::size_t classes = table.classes();
  std::vector<std::vector<std::size_t>> rows(classes);
  for (std::size_t row = 0; row < table.rows(); ++row)
    rows[table.target().code(row)].push_back(row);
  std::vector<std::vector<Real>> x(table.rows(), std::vector<Real>(d));
  for (Feature j = 0; j < d; ++j) {
    Real within = 0;
    for (const auto& own : rows) {
      Real mean = 0;
      for (const std::size_t row : own)
        mean += table.feature(j).number(row) / static_cast<Real>(own.size());
      for (const std::size_t row : own) {
        x[row][j] = table.feature(j).number(row) - mean;
        within += x[row][j] * x[row][j] / static_cast<Real>(table.rows());
      }
    }
    for (auto& each : x)
      each[j] /= std::sqrt(within);
  }
  Real noise = 0;
  Real spread = 0;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      std::vector<Real> means(classes);
      Real pooled = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        for (const std::size_t row : rows[c])
          means[c] += x[row][i] * x[row][j] / static_cast<Real>(rows[c].size());
        pooled += means[c] * static_cast<Real>(rows[c].size()) / static_cast<Real>(table.rows());
      }
      for (std::size_t c = 0; c < classes; ++c) {
        const Real n = static_cast<Real>(rows[c].size());
        const Real p = n / static_cast<Real>(table.rows());
        Real variance = 0;
        for (const std::size_t row : rows[c])
          variance += std::pow(x[row][i] * x[row][j] - means[c], 2) / n;
        noise += p * (1 - p) * variance / n;
        spread += p * std::pow(means[c] - pooled, 2);
      }
    }
  }
  return static_cast<double>(std::min(Real{1}, noise / spread));
}

TEST(LedoitWolf, agrees_with_its_definition) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Table table = gaussian_table(300, 7, 3, seed);
    const double share = share_of(table);
    EXPECT_NEAR(share, share_by_definition(table), 1e-10);
    EXPECT_GT(share, 0);
  }
}

TEST(LedoitWolf, trusts_classes_that_differ_in_many_rows_and_pools_equal_ones) {
  std::vector<std::vector<double>> equal(4);
  std::vector<std::vector<double>> wide(4);
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < 4000; ++row) {
    classes.push_back(row % 2);
    for (std::size_t j = 0; j < 4; ++j) {
      equal[j].push_back(Random(1, j).uniform(row));
      wide[j].push_back(equal[j].back() * (row % 2 == 0 ? 1 : 5));
    }
  }
  EXPECT_GT(share_of(table_of(equal, classes)), 0.5);
  EXPECT_LT(share_of(table_of(wide, classes)), 0.01);
}

TEST(LedoitWolf, does_not_depend_on_scales_and_takes_weights_as_repetition) {
  const Table table = gaussian_table(80, 5, 2, 4);
  std::vector<Column> scaled;
  for (Feature j = 0; j < 5; ++j) {
    std::vector<double> numbers;
    for (const double number : table.feature(j).numbers())
      numbers.push_back(1e6 + std::pow(10.0, j) * number);
    scaled.push_back(Column::from_numbers(std::move(numbers)));
  }
  EXPECT_NEAR(share_of(table.with_features(scaled)), share_of(table), 1e-8);
  std::vector<std::size_t> rows;
  TableParts parts = table.parts();
  for (std::size_t row = 0; row < 80; ++row) {
    parts.weights.push_back(static_cast<double>(1 + row % 3));
    rows.insert(rows.end(), 1 + row % 3, row);
  }
  EXPECT_NEAR(share_of(Table(parts)), share_of(table.take(rows)), 1e-10);
}

TEST(LedoitWolf, pools_where_nothing_varies_within_classes) {
  const Table table = table_of(std::vector<std::vector<double>>{{0, 0, 1, 1}}, {0, 0, 1, 1});
  EXPECT_EQ(share_of(table), 1);
}

}  // namespace
}  // namespace pith
