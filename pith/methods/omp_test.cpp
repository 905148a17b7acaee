// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/regression_twin.h"

namespace pith {
namespace {

TEST(Omp, agrees_with_its_twin) {
  bool differs = false;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Example made = example(50, 12, seed);
    const auto expected = twin::regress(made.features, made.classes, true);
    const Table table = table_of(made.features, made.classes);
    const Selection found = select(table, "omp", 12);
    ASSERT_EQ(found.selected.size(), 12U);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_EQ(found.selected[i].feature, expected[i].feature) << i;
      EXPECT_NEAR(found.selected[i].score, expected[i].r2, 1e-12) << i;
      EXPECT_GE(*found.selected[i].gain, 0) << i;
    }
    differs |= found.features() != select(table, "forward-regression", 12).features();
  }
  EXPECT_TRUE(differs) << "from forward regression";
}

TEST(Omp, skips_linear_combinations_and_constants) {
  Example made = example(40, 3, 2);
  made.features.push_back(made.features[1]);
  made.features.emplace_back(40, 7.0);
  const Selection found = select(table_of(made.features, made.classes), "omp", 5);
  EXPECT_EQ(found.selected.size(), 3U);
  EXPECT_EQ(found.stopped, Stopped::nothing_left);
  EXPECT_EQ(found.combinations, (std::vector<Feature>{3}));
}

TEST(Omp, goes_on_by_column_order_once_everything_is_explained) {
  const Values features{{0, 1, 0, 1, 0, 1, 0, 1},
                        {3, 1, 4, 1, 5, 9, 2, 6},
                        {2, 7, 1, 8, 2, 8, 1, 8},
                        {1, 6, 1, 8, 0, 3, 3, 9}};
  const Selection found = select(table_of(features, {0, 1, 0, 1, 0, 1, 0, 1}), "omp", 4);
  EXPECT_EQ(found.features(), (std::vector<Feature>{0, 1, 2, 3}));
  EXPECT_NEAR(found.selected[3].score, 1, 1e-15);
}

}  // namespace
}  // namespace pith
