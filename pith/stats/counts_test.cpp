// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/counts.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

Column random_codes(std::size_t rows, std::uint32_t levels, std::uint64_t stream) {
  const Random random(1, stream);
  std::vector<std::uint32_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    codes[row] = static_cast<std::uint32_t>(random.below(row, levels));
  }
  return Column::from_codes(codes, std::vector<std::string>(levels, "x"));
}

TEST(Counts, agree_with_a_naive_count_at_every_width) {
  for (const std::uint32_t levels : {1U, 3U, 200U, 300U}) {
    const Column x = random_codes(1001, levels, 1);
    const Column y = random_codes(1001, 5, 2);
    Counts counts(levels, 5);
    counts.update(x, y, {});
    std::vector<double> naive(levels * 5);
    for (std::size_t row = 0; row < x.rows(); ++row)
      ++naive[x.code(row) * 5 + y.code(row)];
    EXPECT_TRUE(std::equal(naive.begin(), naive.end(), counts.cells().begin()));
    EXPECT_EQ(counts.total(), 1001);
  }
}

TEST(Counts, a_weight_counts_as_repetition) {
  const std::vector<std::uint32_t> x{0, 1, 1};
  const std::vector<std::uint32_t> y{0, 0, 1};
  const std::vector<double> weights{2, 0, 0.5};
  Counts counts(2, 2);
  counts.update(Column::from_codes(x, {"a", "b"}), Column::from_codes(y, {"n", "y"}), weights);
  EXPECT_EQ(counts(0, 0), 2);
  EXPECT_EQ(counts(1, 0), 0);
  EXPECT_EQ(counts(1, 1), 0.5);
}

TEST(Counts, distribute_missing_values_by_the_frequency_of_the_levels) {
  const std::vector<std::uint32_t> x{0, 0, 0, 1, 0, 0};
  const std::vector<std::uint32_t> y{0, 0, 1, 1, 1, 1};
  Mask missing;
  missing.set(4);
  missing.set(5);
  Counts counts(2, 2);
  counts.update(Column::from_codes(x, {"a", "b"}, missing), Column::from_codes(y, {"n", "y"}), {});
  EXPECT_EQ(counts.total(), 4);
  EXPECT_EQ(counts.missing_x()[1], 2);
  const Counts whole = counts.spread();
  EXPECT_EQ(whole(0, 1), 1 + 2 * 0.75);
  EXPECT_EQ(whole(1, 1), 1 + 2 * 0.25);
  EXPECT_EQ(whole(0, 0), 2);
  EXPECT_EQ(whole.total(), 6);
}

TEST(Counts, distribute_rows_without_both_values_over_the_cells) {
  const std::vector<std::uint32_t> x{0, 0, 1, 1, 0, 0};
  const std::vector<std::uint32_t> y{0, 1, 1, 1, 0, 0};
  Mask x_missing;
  x_missing.set(5);
  Mask y_missing;
  y_missing.set(4);
  y_missing.set(5);
  Counts counts(2, 2);
  counts.update(Column::from_codes(x, {"a", "b"}, x_missing),
                Column::from_codes(y, {"n", "y"}, y_missing), {});
  const Counts whole = counts.spread();
  // Row 4 has x = a: a quarter of the seen y are n. Row 5 has neither: a quarter to each of 1,
  // 1, 2.
  EXPECT_EQ(whole(0, 0), 1 + 0.25 + 0.25);
  EXPECT_EQ(whole(0, 1), 1 + 0.75 + 0.25);
  EXPECT_EQ(whole(1, 0), 0);
  EXPECT_EQ(whole(1, 1), 2 + 0.5);
  EXPECT_FALSE(whole.has_missing());
}

}  // namespace
}  // namespace stats
}  // namespace pith
