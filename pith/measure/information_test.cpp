// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace measure {
namespace {

Counts counts_of(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y,
                 std::size_t levels) {
  const std::vector<std::string> names(levels, "x");
  Counts counts(levels, levels);
  counts.update(Column::from_codes(x, names), Column::from_codes(y, names), {});
  return counts;
}

TEST(Information, of_identical_columns_is_their_entropy) {
  const Entropies h = entropies(counts_of({0, 1, 2, 0}, {0, 1, 2, 0}, 3));
  EXPECT_DOUBLE_EQ(information(h), h.x);
  EXPECT_DOUBLE_EQ(gain_ratio(h), 1);
  EXPECT_DOUBLE_EQ(symmetric_uncertainty(h), 1);
}

TEST(Information, of_independent_columns_is_zero) {
  const Entropies h = entropies(counts_of({0, 0, 1, 1}, {0, 1, 0, 1}, 2));
  EXPECT_NEAR(information(h), 0, 1e-15);
  EXPECT_GE(information(h), 0);
}

TEST(Information, of_a_hand_made_table) {
  // Cells 3 1 / 1 3 of 8: I = log 2 - H(1/4).
  const Entropies h = entropies(counts_of({0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 0, 1, 1, 1}, 2));
  const double expected = std::log(2) + 0.25 * std::log(0.25) + 0.75 * std::log(0.75);
  EXPECT_NEAR(information(h), expected, 1e-15);
}

TEST(Information, of_a_constant_is_zero_in_every_form) {
  const Entropies h = entropies(counts_of({0, 0, 0}, {0, 1, 0}, 2));
  EXPECT_EQ(information(h), 0);
  EXPECT_EQ(gain_ratio(h), 0);
  EXPECT_EQ(symmetric_uncertainty(h), 0);
  EXPECT_EQ(symmetric_uncertainty({}), 0);
}

ChanceTable chance_of(const Counts& counts) {
  return ChanceTable(counts.y_totals(), counts.y_levels());
}

TEST(Information, corrected_by_miller_and_madow_has_their_entropies) {
  const Counts counts = counts_of({0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 0, 1, 1, 1}, 3);
  const Entropies plain = entropies(counts);
  const Entropies h = entropies(counts, Correction::miller_madow, nullptr);
  EXPECT_NEAR(h.x, plain.x + 1.0 / 16, 1e-15);
  EXPECT_NEAR(h.y, plain.y + 1.0 / 16, 1e-15);
  EXPECT_NEAR(h.xy, plain.xy + 3.0 / 16, 1e-15);
  EXPECT_NEAR(information(h), information(plain) - 1.0 / 16, 1e-15);
  EXPECT_NEAR(gain_ratio(h), information(h) / h.x, 1e-15);
}

TEST(Information, of_an_identifier_is_zero_when_corrected_for_chance) {
  const Counts counts = counts_of({0, 1, 2, 3, 4, 5}, {0, 1, 0, 0, 1, 1}, 6);
  const ChanceTable table = chance_of(counts);
  const Entropies h = entropies(counts, Correction::chance, &table);
  EXPECT_NEAR(information(entropies(counts)), std::log(2), 1e-15);
  EXPECT_NEAR(information(h), 0, 1e-15);
  EXPECT_NEAR(gain_ratio(h), 0, 1e-15);
  EXPECT_NEAR(symmetric_uncertainty(h), 0, 1e-15);
}

TEST(Information, corrected_for_chance_equals_an_independent_program) {
  // adjusted_mutual_info_score() and mutual_info_score() - expected_mutual_information() of
  // scikit-learn 1.9.1.
  const Counts counts =
      counts_of({0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3}, {0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 0, 2}, 4);
  const ChanceTable table = chance_of(counts);
  const Entropies h = entropies(counts, Correction::chance, &table);
  EXPECT_NEAR(symmetric_uncertainty(h), 0.2654488250006843, 1e-12);
  EXPECT_NEAR(information(h), 0.22685029945540386, 1e-12);
}

TEST(Information, corrected_for_chance_is_one_for_equal_columns_and_negative_below_it) {
  const Counts equal = counts_of({0, 0, 1, 1, 2, 2}, {0, 0, 1, 1, 2, 2}, 3);
  const ChanceTable table = chance_of(equal);
  const Entropies h = entropies(equal, Correction::chance, &table);
  EXPECT_NEAR(symmetric_uncertainty(h), 1, 1e-12);
  EXPECT_NEAR(gain_ratio(h), 1, 1e-12);
  const Counts independent = counts_of({0, 0, 1, 1}, {0, 1, 0, 1}, 2);
  const ChanceTable other = chance_of(independent);
  // Of the six ways to pair the values, two have log 2 nats and four none.
  EXPECT_NEAR(information(entropies(independent, Correction::chance, &other)), -std::log(2) / 3,
              1e-14);
}

TEST(Information, of_two_identifiers_is_zero_not_nothing_over_nothing) {
  const Counts counts = counts_of({0, 1, 2, 3}, {3, 1, 0, 2}, 4);
  const ChanceTable table = chance_of(counts);
  const Entropies h = entropies(counts, Correction::chance, &table);
  EXPECT_EQ(symmetric_uncertainty(h), 0);
  EXPECT_EQ(gain_ratio(h), 0);
}

TEST(Information, of_noise_grows_with_its_levels_unless_it_is_corrected_for_chance) {
  const std::size_t rows = 1000;
  const std::uint64_t trials = 40;
  for (const std::size_t levels : {2U, 5U, 20U, 100U, 500U}) {
    double plain = 0;
    double sum = 0;
    double squares = 0;
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      const Random random(31, 1000 * levels + trial);
      std::vector<std::uint32_t> x(rows);
      std::vector<std::uint32_t> y(rows);
      for (std::size_t row = 0; row < rows; ++row) {
        x[row] = static_cast<std::uint32_t>(random.below(2 * row, levels));
        y[row] = static_cast<std::uint32_t>(random.below(2 * row + 1, 4));
      }
      Counts counts(levels, 4);
      counts.update(codes_column(x), codes_column(y), {});
      const ChanceTable table = chance_of(counts);
      const double value = information(entropies(counts, Correction::chance, &table));
      plain += information(entropies(counts)) / trials;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / trials;
    const double error = std::sqrt((squares / trials - mean * mean) / (trials - 1));
    EXPECT_LT(std::abs(mean), 3 * error) << levels;
    // About (levels - 1)(4 - 1) / (2 rows).
    EXPECT_GT(plain, 0.8 * static_cast<double>(levels - 1) * 3 / 2000) << levels;
  }
}

TEST(Information, is_symmetric_and_bounded_by_the_entropies) {
  const Random random(11, 0);
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    std::vector<std::uint32_t> x(40);
    std::vector<std::uint32_t> y(40);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<std::uint32_t>(random.below(trial * 1000 + i, 6));
      y[i] = static_cast<std::uint32_t>(random.below(trial * 1000 + 500 + i, 6));
    }
    const Entropies h = entropies(counts_of(x, y, 6));
    EXPECT_NEAR(information(h), information(entropies(counts_of(y, x, 6))), 1e-14);
    EXPECT_LE(information(h), std::min(h.x, h.y));
  }
}

}  // namespace
}  // namespace measure
}  // namespace pith
