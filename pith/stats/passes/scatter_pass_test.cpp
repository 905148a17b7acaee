// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/scatter_pass.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/pass_runner.h"
#include "tests/support/pass_splits.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

/// Uniform numbers, pixels, and one that begins as a pixel.
Table numeric_table(std::size_t rows, std::size_t features, std::size_t classes) {
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t j = 0; j < features; ++j) {
    const Random random(j, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_pixel = j % 3 == 1 || (j % 3 == 2 && row < rows / 2);
      columns[j][row] =
          is_pixel ? static_cast<double>(random.below(row, 256)) : 255 * random.uniform(row);
    }
    columns[j][0] = 0;
    columns[j][rows - 1] = 255;
  }
  return table_of(std::move(columns), random_codes(rows, classes, 99));
}

/// The integers of all features of a table of values from 0 to 255, on their grid.
std::vector<std::vector<std::int64_t>> integers_of(const Table& table) {
  std::vector<std::vector<std::int64_t>> integers;
  for (std::size_t j = 0; j < table.features(); ++j) {
    std::vector<double> values(table.rows());
    table.feature(static_cast<Feature>(j)).copy_numbers(0, values);
    on_grid(grid_of(0, 255), values, integers.emplace_back(table.rows()).data());
  }
  return integers;
}

/// Compares the sums of a pass with those of a plain loop.
void expect_exact_sums(const Table& table, const std::vector<Feature>& pivots,
                       const std::vector<Feature>& partners, std::size_t block_rows) {
  const std::vector<std::vector<std::int64_t>> integers = integers_of(table);
  PassTable passes(table, block_rows);
  for (const bool by_class : {true, false}) {
    const ScatterPass pass({.features = table.features(),
                            .classes = 3,
                            .by_class = by_class,
                            .pivots = pivots,
                            .partners = partners});
    const auto state = run_pass<ScatterState>(passes.runner, pass, {.threads = 3});
    for (std::size_t p = 0; p < pivots.size(); ++p) {
      for (std::size_t j = 0; j < partners.size(); ++j) {
        std::vector<ExactSum> naive(by_class ? 3 : 1);
        for (std::size_t row = 0; row < table.rows(); ++row) {
          naive[by_class ? table.target().code(row) : 0] +=
              ExactSum{integers[pivots[p]][row]} * integers[partners[j]][row];
        }
        for (std::size_t c = 0; c < naive.size(); ++c)
          ASSERT_TRUE(state->products(p, j, c) == naive[c]) << p << " " << j << " " << c;
      }
    }
  }
}

TEST(ScatterPass, sums_products_exactly) {
  const Table table = numeric_table(18'000, 30, 3);
  std::vector<Feature> partners;
  for (Feature j = 1; j < 30; ++j)
    partners.push_back(j);
  for (const std::size_t block_rows : {18'000U, 777U})
    expect_exact_sums(table, {7, 0, 29, 1, 2}, partners, block_rows);
}

TEST(ScatterPass, sums_products_of_all_pairs_exactly) {
  const Table table = numeric_table(600, 75, 3);
  std::vector<Feature> partners;
  for (Feature j = 3; j < 75; ++j)
    partners.push_back(j);
  const std::vector<Feature> pivots(partners.begin(), partners.begin() + 70);
  for (const std::size_t block_rows : {600U, 77U})
    expect_exact_sums(table, pivots, partners, block_rows);
}

Encoding hard_encoding() {
  Encoding encoding;
  encoding.target.field = hard_target;
  encoding.target.names = {"a", "b", "c"};
  for (const auto& [field, min, max] :
       std::vector<std::tuple<std::size_t, double, double>>{{0, 0, 1},
                                                            {1, 1e8, 1e8 + 1},
                                                            {2, -1.5, 1.5},
                                                            {3, -2, 2},
                                                            {5, 7.25, 7.25},
                                                            {7, -0x1p49, 0x1p49}}) {
    FeatureEncoding& feature = encoding.features.emplace_back();
    feature.kind = FeatureEncoding::Kind::grid;
    feature.field = field;
    feature.grid = grid_of(min, max);
    feature.fill_number = min / 2 + max / 2;
  }
  return encoding;
}

TEST(ScatterPass, has_the_same_bytes_for_any_split) {
  const Encoding encoding = hard_encoding();
  for (const bool by_class : {true, false}) {
    const ScatterPass pass({.features = 6,
                            .classes = 3,
                            .by_class = by_class,
                            .pivots = {1, 4, 0, 5, 3},
                            .partners = {0, 1, 2, 3, 4, 5}});
    expect_same_bytes_for_any_split(pass, hard_table(700), encoding);
  }
}

TEST(ScatterPass, rejects_damaged_bytes_and_rows_of_codes) {
  Encoding encoding = hard_encoding();
  const ScatterPass pass({.features = 6, .classes = 3, .pivots = {1, 4}, .partners = {0, 2, 5}});
  const auto state = pass.start();
  add_rows(pass, *state, hard_table(40), 9, encoding);
  expect_damage_is_rejected(pass, *state);
  encoding.features[2] = {
      .kind = FeatureEncoding::Kind::cuts, .field = 2, .has_missing_code = true};
  EXPECT_THROW(add_rows(pass, *state, hard_table(40), 9, encoding), Error);
}

}  // namespace
}  // namespace stats
}  // namespace pith
