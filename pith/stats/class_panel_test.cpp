// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_panel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "pith/base/random.h"
#include "pith/stats/scatter_among.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

/// Numbers about `offset`, three classes of which the last has one row.
Table random_table(std::size_t rows, std::size_t features, double offset = 0) {
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t j = 0; j < features; ++j) {
    for (std::size_t row = 0; row < rows; ++row)
      columns[j][row] = offset + Random(1, j).uniform(row) * static_cast<double>(1 + j % 3);
  }
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    classes[row] = row == rows / 2 ? 2 : row % 2;
  return table_of(std::move(columns), classes);
}

std::vector<Feature> all_features(const Table& table) {
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

ClassPanel panel_of(const Table& table, Storage storage = Storage::float64) {
  return {table, all_features(table), storage, {.threads = 2}};
}

/// sum[rows of c] w (x_i - m_i)(x_j - m_j), two passes in long double.
long double scatter(const Table& table, std::size_t c, Feature i, Feature j) {
  const auto weight = [&](std::size_t row) {
    return table.has_weights() ? table.weights()[row] : 1.0;
  };
  long double sum = 0;
  long double mean_i = 0;
  long double mean_j = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.target().code(row) != c) continue;
    sum += weight(row);
    mean_i += weight(row) * static_cast<long double>(table.feature(i).numbers()[row]);
    mean_j += weight(row) * static_cast<long double>(table.feature(j).numbers()[row]);
  }
  mean_i /= sum;
  mean_j /= sum;
  long double products = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.target().code(row) != c) continue;
    products += weight(row) * (table.feature(i).numbers()[row] - mean_i) *
                (table.feature(j).numbers()[row] - mean_j);
  }
  return products;
}

/// The element of a result in the units of the table.
double in_units(double sum, const PanelMoments& moments, Feature i, Feature j) {
  return std::ldexp(sum, moments.exponents[i] + moments.exponents[j]);
}

void expect_scatter(const Table& table, double tolerance, Storage storage = Storage::float64) {
  const ClassPanel panel = panel_of(table, storage);
  const ScatterColumns all = panel.matrix({});
  for (std::size_t c = 0; c < table.classes(); ++c) {
    for (Feature i = 0; i < table.features(); ++i) {
      EXPECT_NEAR(in_units(panel.moments().deviation(c, i), panel.moments(), i, i),
                  static_cast<double>(scatter(table, c, i, i)), tolerance);
      for (Feature j = 0; j < table.features(); ++j) {
        EXPECT_NEAR(in_units(all.at(i, c)[j], panel.moments(), i, j),
                    static_cast<double>(scatter(table, c, i, j)), tolerance)
            << c << ": " << i << ", " << j;
      }
    }
  }
}

TEST(ClassPanel, has_the_scatter_of_two_passes) {
  for (const std::size_t rows : {3U, 50U, 400U}) {
    for (const std::size_t features : {1U, 5U, 24U, 30U})
      expect_scatter(random_table(rows, features), 1e-12);
  }
}

TEST(ClassPanel, counts_weights_as_repetition) {
  const Table table = random_table(60, 7);
  std::vector<double> weights;
  for (std::size_t row = 0; row < 60; ++row)
    weights.push_back(0.5 + static_cast<double>(row % 3));
  expect_scatter(with_weights(table, weights), 1e-12);
  const std::vector<double> sums = panel_of(with_weights(table, weights)).moments().weights;
  EXPECT_NEAR(std::accumulate(sums.begin(), sums.end(), 0.0),
              std::accumulate(weights.begin(), weights.end(), 0.0), 1e-12);
}

TEST(ClassPanel, keeps_its_precision_for_a_mean_of_a_million_spreads) {
  const Table plain = random_table(200, 6);
  // Adding 2^20 rounds; what is compared is the scatter of the rounded numbers.
  expect_scatter(random_table(200, 6, 0x1p20), 1e-9);
  const Table shifted = random_table(200, 6, 0x1p20);
  const ClassPanel panel = panel_of(shifted);
  for (Feature i = 0; i < 6; ++i) {
    const auto exact = static_cast<double>(scatter(shifted, 0, i, 0));
    const double found = in_units(panel.matrix({}).at(i, 0)[0], panel.moments(), i, 0);
    EXPECT_NEAR(found, exact, 1e-13 * std::abs(exact) + 1e-12);
    // Means are differences to an origin: no digit is lost to the offset.
    const double difference = panel.moments().mean(0, i) - panel.moments().mean(1, i);
    const ClassPanel near = panel_of(plain);
    EXPECT_NEAR(difference, near.moments().mean(0, i) - near.moments().mean(1, i), 1e-9);
  }
}

TEST(ClassPanel, stores_floats_with_their_precision) {
  expect_scatter(random_table(100, 26), 100 * 4 * 1e-7, Storage::float32);
}

TEST(ClassPanel, gives_the_same_bits_for_any_number_of_pivots) {
  const Table table = random_table(300, 60);
  const ClassPanel panel = panel_of(table);
  const ScatterColumns all = panel.matrix({.threads = 2});
  std::vector<Feature> some{59, 3, 17, 4, 5, 40, 22};
  for (const std::size_t count : {1U, 2U, 4U, 7U}) {
    const std::span<const Feature> pivots(some.data(), count);
    const ScatterColumns one = panel.columns(pivots, {.threads = 1});
    const ScatterColumns two = panel.columns(pivots, {.threads = 2});
    EXPECT_EQ(one.sums, two.sums);
    for (std::size_t p = 0; p < count; ++p) {
      for (std::size_t c = 0; c < table.classes(); ++c) {
        for (Feature j = 0; j < table.features(); ++j)
          EXPECT_EQ(one.at(p, c)[j], all.at(some[p], c)[j]);
      }
    }
  }
}

TEST(ClassPanel, detects_constants_and_centres_them_to_zero) {
  std::vector<std::vector<double>> columns{{0.1, 0.1, 0.1, 0.1}, {0.1, 0.1, 0.3, 0.4}};
  const Table table = table_of(std::move(columns), {0, 0, 1, 1});
  const ClassPanel panel = panel_of(table);
  EXPECT_EQ(panel.moments().is_constant[0], 1);
  EXPECT_EQ(panel.moments().is_constant[1], 0);
  EXPECT_EQ(panel.moments().deviation(0, 0), 0);
  EXPECT_EQ(panel.moments().deviation(0, 1), 0);  // constant within the class
  EXPECT_GT(panel.moments().deviation(1, 1), 0);
}

TEST(ClassPanel, supports_extreme_magnitudes) {
  std::vector<std::vector<double>> columns{{1e149, -1e149, 2e148, 0}, {1e-149, 3e-149, 0, -1e-149}};
  const ClassPanel panel = panel_of(table_of(std::move(columns), {0, 1, 0, 1}));
  for (const double sum : panel.matrix({}).sums)
    EXPECT_TRUE(std::isfinite(sum));
  EXPECT_GT(panel.moments().deviation(0, 1), 1e-3);
}

TEST(ScatterAmong, is_a_part_of_the_matrix) {
  const Table table = random_table(1300, 40, 3);
  const std::vector<Feature> some{7, 0, 39, 12, 25};
  std::vector<double> weights;
  for (std::size_t row = 0; row < table.rows(); ++row)
    weights.push_back(static_cast<double>(1 + row % 2));
  for (const Table& given : {table, with_weights(table, weights)}) {
    const ClassPanel panel = panel_of(given);
    const ScatterColumns all = panel.matrix({});
    const ScatterColumns part = scatter_among(given, panel.moments(), some, {.threads = 2});
    for (std::size_t p = 0; p < some.size(); ++p) {
      for (std::size_t c = 0; c < given.classes(); ++c) {
        for (std::size_t q = 0; q < some.size(); ++q)
          EXPECT_NEAR(part.at(p, c)[q], all.at(some[p], c)[some[q]], 1e-11);
      }
    }
    EXPECT_EQ(part.sums, scatter_among(given, panel.moments(), some, {.threads = 1}).sums);
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
