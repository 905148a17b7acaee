// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/learn/trees/gini_trees.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

TEST(ExtraTrees, ranks_by_gini_importance_with_constants_last) {
  Example made = example(100, 6);
  made.features[2].assign(100, 1);
  const Table table = table_of(made.features, made.classes);
  const Context context{.seed = 7};
  Work work(context, "select", 30);
  const GiniImportances found = gini_importances(table, {.trees = 30, .seed = 7}, work, context);
  const Selection selection = select(table, "extra-trees", 6, {{"trees", "30"}}, context);
  for (const Ranked& entry : selection.ranking)
    EXPECT_EQ(entry.score, found.importances[entry.feature]);
  EXPECT_EQ(selection.ranking.back().feature, 2U);
  EXPECT_EQ(selection.diagnostics.at(0).value, found.splits);
}

}  // namespace
}  // namespace pith
