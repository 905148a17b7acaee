// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(SpecCmi, solves_two_features_by_hand) {
  // y = 2 a + b: I(a;y) = I(b;y) = I(a;y|b) = I(b;y|a) = ln 2, so Q = ln 2 everywhere.
  const Column a = codes_column({0, 0, 1, 1});
  const Column b = codes_column({0, 1, 0, 1});
  const Selection found = select(table_of({a, b}, {0, 1, 2, 3}), "spec-cmi", 2);
  EXPECT_NEAR(found.ranking[0].score, std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(found.ranking[1].score, std::sqrt(0.5), 1e-14);
  EXPECT_EQ(found.diagnostics[0].name, "eigenvalue");
  EXPECT_NEAR(found.diagnostics[0].value, 2 * std::log(2), 1e-14);
}

TEST(SpecCmi, prefers_complementary_features_to_noise) {
  // y = a xor b, and neither of them says anything alone.
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  std::vector<std::uint32_t> noise;
  std::vector<std::uint32_t> y;
  for (std::uint32_t row = 0; row < 64; ++row) {
    a.push_back(row % 2);
    b.push_back(row / 2 % 2);
    y.push_back(a.back() ^ b.back());
    noise.push_back(row / 4 % 2);
  }
  const Selection found =
      select(table_of({codes_column(noise), codes_column(a), codes_column(b)}, y), "spec-cmi", 3);
  EXPECT_EQ(found.features(), (std::vector<Feature>{1, 2, 0}));
}

TEST(SpecCmi, bins_by_ranks_unless_there_are_few_distinct_values) {
  std::vector<std::vector<double>> numbers(1);
  for (std::size_t row = 0; row < 20; ++row)
    numbers[0].push_back(static_cast<double>(row * row));
  const Selection found = select(table_of(numbers, random_codes(20, 2, 1)), "spec-cmi", 1);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0], "binned 1 numeric feature by ranks:5");
}

}  // namespace
}  // namespace pith
