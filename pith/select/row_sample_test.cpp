// SPDX-License-Identifier: Apache-2.0
#include "pith/select/row_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/random.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith::select_internal {
namespace {

using Sizes = std::vector<std::size_t>;

TEST(SampleSizes, are_proportional_by_largest_remainders) {
  EXPECT_EQ(sample_sizes({600, 300, 100}, 100), (Sizes{60, 30, 10}));
  EXPECT_EQ(sample_sizes({50, 25, 25}, 11), (Sizes{5, 3, 3}));
  EXPECT_EQ(sample_sizes({10, 10, 10}, 10), (Sizes{4, 3, 3})) << "ties to the first";
  EXPECT_EQ(sample_sizes({7, 0, 5}, 12), (Sizes{7, 0, 5}));
}

TEST(SampleSizes, keep_two_rows_of_each_class_or_one) {
  EXPECT_EQ(sample_sizes({9'000, 990, 10, 1}, 100), (Sizes{87, 10, 2, 1}));
  EXPECT_EQ(sample_sizes({1'000, 10, 10}, 6), (Sizes{2, 2, 2}));
  EXPECT_EQ(sample_sizes({1'000, 10, 10}, 5), (Sizes{3, 1, 1}));
  EXPECT_EQ(sample_sizes({1'000, 10, 10}, 3), (Sizes{1, 1, 1}));
}

TEST(SampleSizes, always_have_the_wanted_sum) {
  const Random random(1, 0);
  std::uint64_t next = 0;
  for (std::size_t round = 0; round < 300; ++round) {
    Sizes rows(1 + random.below(next++, 20));
    for (std::size_t& each : rows)
      each = 1 + random.below(next++, round % 2 == 0 ? 5 : 5'000);
    const std::size_t all = std::accumulate(rows.begin(), rows.end(), std::size_t{0});
    const std::size_t wanted = rows.size() + random.below(next++, all - rows.size() + 1);
    const Sizes sizes = sample_sizes(rows, wanted);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), wanted);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      EXPECT_GE(sizes[c], 1U);
      EXPECT_LE(sizes[c], rows[c]);
    }
  }
}

/// 300 rows of three classes; x0 is the number of the row.
Table three_classes() {
  std::vector<double> numbers(300);
  std::iota(numbers.begin(), numbers.end(), 0.5);
  std::vector<std::uint32_t> classes(300);
  for (std::size_t row = 0; row < 300; ++row)
    classes[row] = row % 30 == 0 ? 2 : row % 3 == 0 ? 1 : 0;
  return table_of({numbers}, classes);
}

TEST(SampleOfRows, is_stratified_ascending_and_decided_by_the_seed) {
  const Table table = three_classes();
  const std::vector<std::size_t> drawn = sample_of_rows(table, 30, 7);
  EXPECT_EQ(drawn.size(), 30U);
  EXPECT_TRUE(std::adjacent_find(drawn.begin(), drawn.end(), std::greater_equal<>()) ==
              drawn.end());
  const Table part = table.take(drawn);
  Sizes counts(3);
  for (std::size_t row = 0; row < part.rows(); ++row)
    ++counts[part.target().code(row)];
  EXPECT_EQ(counts, (Sizes{19, 9, 2}));
  EXPECT_EQ(sample_of_rows(table, 30, 7), drawn);
  EXPECT_NE(sample_of_rows(table, 30, 8), drawn);
}

TEST(SampleOfRows, needs_a_row_for_each_class) {
  EXPECT_THROW(sample_of_rows(three_classes(), 2, 0), Error);
}

TEST(Select, selects_on_a_sample_of_the_rows) {
  const Table table = three_classes();
  Request request{.method = "anova-f", .k = 1, .rows = 30};
  const Selection found = select(table, request, {.seed = 7});
  EXPECT_EQ(found.sample_rows, 30U);
  ASSERT_FALSE(found.notes.empty());
  EXPECT_EQ(render(found.notes.front(), plain_spelling),
            "selected on a sample of 30 of 300 rows (rows=30)");
  const Table part = table.take(sample_of_rows(table, 30, 7));
  EXPECT_EQ(found.selected[0].score, select(part, "anova-f", 1).selected[0].score);

  request.rows = 300;
  const Selection whole = select(table, request);
  EXPECT_EQ(whole.sample_rows, 0U);
  EXPECT_EQ(whole.notes, select(table, "anova-f", 1).notes);
}

}  // namespace
}  // namespace pith::select_internal
