// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

std::vector<Feature> order_in(const Selection& selection) {
  std::vector<Feature> order;
  for (const Selected& step : selection.selected)
    order.push_back(step.feature);
  return order;
}

Table ten_features() {
  return table_of(std::vector<std::vector<double>>(10, {1, 2, 3, 4}), {0, 1, 0, 1});
}

std::vector<Feature> order_of_seed(std::uint64_t seed) {
  return order_in(select(ten_features(), "random", 10, {}, {.seed = seed}));
}

TEST(RandomMethod, depends_on_the_seed_alone) {
  EXPECT_EQ(order_of_seed(7), order_of_seed(7));
  EXPECT_NE(order_of_seed(7), order_of_seed(8));
  const Table other = table_of(std::vector<std::vector<double>>(10, {9, 2, 2}), {1, 1, 0});
  EXPECT_EQ(order_in(select(other, "random", 10, {}, {.seed = 7})), order_of_seed(7));
}

TEST(RandomMethod, takes_every_feature_first_about_equally_often) {
  std::vector<int> firsts(10);
  for (std::uint64_t seed = 0; seed < 1000; ++seed)
    ++firsts[order_of_seed(seed).front()];
  // Binomial with mean 100 and standard deviation 9.5: five of them either way.
  for (const int count : firsts)
    EXPECT_NEAR(count, 100, 48);
}

TEST(RandomMethod, takes_categories_and_numbers_alike) {
  const std::vector<std::uint32_t> codes{0, 1, 1, 0};
  std::vector<Column> columns = ten_features().parts().features;
  columns[3] = Column::from_codes(codes, {"a", "b"});
  EXPECT_EQ(order_in(select(ten_features().with_features(columns), "random", 10, {}, {.seed = 7})),
            order_of_seed(7));
}

}  // namespace
}  // namespace pith
