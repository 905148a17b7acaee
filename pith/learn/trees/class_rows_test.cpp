// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/class_rows.h"

#include <gtest/gtest.h>

#include "tests/support/examples.h"

namespace pith {
namespace {

using Rows = std::vector<std::uint32_t>;

TEST(ClassRows, has_the_rows_of_positive_weight_class_by_class) {
  const Table table = table_of(Values{{1, 2, 3, 4, 5}}, {2, 0, 1, 0, 2});
  const ClassRows all(table);
  EXPECT_EQ(all.rows, (Rows{1, 3, 2, 0, 4}));
  EXPECT_EQ(all.sizes, (Rows{2, 1, 2}));
  EXPECT_TRUE(all.weights.empty());
  const ClassRows some(with_weights(table, {1, 2, 0, 0, 3}));
  EXPECT_EQ(some.rows, (Rows{1, 0, 4}));
  EXPECT_EQ(some.sizes, (Rows{1, 2}));
  EXPECT_EQ(some.weights, (std::vector<double>{2, 1, 3}));
  EXPECT_TRUE(ClassRows(with_weights(table, {1, 1, 0, 0, 1})).weights.empty());
}

}  // namespace
}  // namespace pith
