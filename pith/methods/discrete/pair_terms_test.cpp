// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/pair_terms.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

std::vector<std::uint32_t> random_codes(std::size_t rows, std::size_t levels, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<std::uint32_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    codes[row] = static_cast<std::uint32_t>(row < levels ? row : random.below(row, levels));
  return codes;
}

/// The twin is the table of counts of each feature, with logarithms.
void expect_twin(std::size_t rows, std::size_t classes) {
  std::vector<Column> features;
  for (const std::size_t levels : {1U, 2U, 3U, 4U, 8U, 9U, 33U, 300U}) {
    if (levels <= rows) features.push_back(codes_column(random_codes(rows, levels, levels)));
  }
  const Table table = table_of(features, random_codes(rows, classes, 99));
  const auto found = target_entropies(TableSource(table), Correction::none, {});
  for (std::size_t i = 0; i < features.size(); ++i) {
    Counts counts(features[i].levels(), classes);
    counts.update(features[i], table.target(), {});
    const Entropies expected = entropies(counts);
    EXPECT_EQ(found[i].x, expected.x) << rows << " rows, feature " << i;
    EXPECT_EQ(found[i].y, expected.y) << rows << " rows, feature " << i;
    EXPECT_EQ(found[i].xy, expected.xy) << rows << " rows, feature " << i;
  }
}

TEST(TargetEntropies, of_few_rows_have_the_bits_of_counts) {
  for (const std::size_t rows : {10U, 62U, 64U, 72U, 96U, 300U, 511U, 512U, 513U, 700U}) {
    expect_twin(rows, 2);
    expect_twin(rows, 9);
  }
}

}  // namespace
}  // namespace families
}  // namespace pith
