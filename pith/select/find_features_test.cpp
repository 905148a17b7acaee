// SPDX-License-Identifier: Apache-2.0
#include "pith/select/find_features.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(FindFeatures, are_in_the_order_of_their_names_and_each_once) {
  const Column a = codes_column({0, 0, 1, 1});
  const Table table = table_of({a, a, a}, {0, 1, 0, 1});
  EXPECT_EQ(find_features(table, {"x2", "x0", "x2"}), (std::vector<Feature>{2, 0}));
  EXPECT_TRUE(find_features(table, {}).empty());
  EXPECT_THROW(find_features(table, {"x0", "x7"}), Error);
}

}  // namespace
}  // namespace pith
