// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_trees.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

TEST(ClassTrees, count_edges_between_classes_on_a_line) {
  // Along the axis the classes are 0 0 1 1 2 0.
  const std::vector<double> axis{30, 10, 0, 20, 50, 40};
  ClassTrees trees(codes_column({1, 0, 0, 1, 0, 2}), TreeOf::all_classes, TieRule::exchangeable);
  const Crossings one = trees.crossings(axis, {}).front();
  EXPECT_EQ(one.rows, 6U);
  EXPECT_EQ(one.count, 3);
  EXPECT_NEAR(one.expected, 6 - (9.0 + 4 + 1) / 6, 1e-12);
  trees.add(axis);
  EXPECT_EQ(trees.crossings({}).front().count, 3);
}

TEST(ClassTrees, have_a_tree_for_each_pair_of_classes) {
  const std::vector<double> axis{30, 10, 0, 20, 50, 40};
  const ClassTrees trees(codes_column({1, 0, 0, 1, 0, 2}), TreeOf::pairs_of_classes,
                         TieRule::index);
  const std::vector<Crossings> pairs = trees.crossings(axis, {});
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].count, 2);  // 0 0 1 1 0
  EXPECT_EQ(pairs[1].count, 2);  // 0 0 2 0
  EXPECT_EQ(pairs[2].count, 1);  // 1 1 2
  EXPECT_EQ(pairs[1].first, 0U);
  EXPECT_EQ(pairs[1].second, 2U);
  EXPECT_EQ(pairs[1].rows, 4U);
  EXPECT_DOUBLE_EQ(pairs[1].expected, 2 * 3.0 * 1 / 4);
}

TEST(ClassTrees, have_the_expected_crossings_of_random_labels_without_axes) {
  const Column target = codes_column(random_codes(50, 3, 1));
  for (const TreeOf of : {TreeOf::all_classes, TreeOf::pairs_of_classes}) {
    for (const Crossings& tree : ClassTrees(target, of, TieRule::exchangeable).crossings({}))
      EXPECT_NEAR(tree.count, tree.expected, 1e-12);
  }
}

TEST(ClassTrees, depend_on_the_order_of_rows_only_by_the_index_rule) {
  const std::size_t rows = 60;
  const std::vector<std::uint32_t> classes = random_codes(rows, 2, 3);
  std::vector<std::vector<double>> axes(2, std::vector<double>(rows));
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t row = 0; row < rows; ++row)
      axes[a][row] = static_cast<double>(Random(4, a).below(row, 5));
  }
  const auto count = [&](const std::vector<std::size_t>& order, TieRule ties) {
    std::vector<std::uint32_t> codes;
    std::vector<std::vector<double>> taken(2);
    for (const std::size_t row : order) {
      codes.push_back(classes[row]);
      taken[0].push_back(axes[0][row]);
      taken[1].push_back(axes[1][row]);
    }
    ClassTrees trees(codes_column(codes), TreeOf::all_classes, ties);
    trees.add(taken[0]);
    return trees.crossings(taken[1], {}).front().count;
  };
  std::vector<std::size_t> same(rows);
  for (std::size_t row = 0; row < rows; ++row)
    same[row] = row;
  bool has_changed = false;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::vector<std::size_t> order = Random(5, seed).permutation(rows);
    EXPECT_NEAR(count(order, TieRule::exchangeable), count(same, TieRule::exchangeable), 1e-12);
    has_changed = has_changed || count(order, TieRule::index) != count(same, TieRule::index);
  }
  EXPECT_TRUE(has_changed);
}

}  // namespace
}  // namespace stats
}  // namespace pith
