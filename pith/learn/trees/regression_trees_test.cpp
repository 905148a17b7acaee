// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/regression_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "tests/support/examples.h"

namespace pith {
namespace {

TreeRows all_rows(const Table& table) {
  TreeRows rows;
  rows.rows.resize(table.rows());
  std::iota(rows.rows.begin(), rows.rows.end(), 0U);
  return rows;
}

/// The definition, word by word.
class PlainTree {
 public:
  PlainTree(const Values& features, std::vector<double> residuals, RegressionTreeOptions options)
      : features_(features), residuals_(std::move(residuals)), options_(options) {}

  std::vector<RegressionNode> grow(std::vector<char>& is_used) {
    std::vector<std::vector<std::size_t>> level(1);
    for (std::size_t row = 0; row < residuals_.size(); ++row)
      level[0].push_back(row);
    std::vector<RegressionNode> nodes;
    for (std::size_t depth = 0; !level.empty(); ++depth) {
      std::vector<std::vector<std::size_t>> next;
      for (const auto& rows : level) {
        RegressionNode node{.depth = depth, .rows = rows.size()};
        node.mean = sum(rows) / static_cast<double>(rows.size());
        if (depth < options_.depth) find(rows, node, is_used);
        if (node.is_split) {
          is_used[node.feature] = 1;
          for (const bool is_left : {true, false}) {
            next.emplace_back();
            std::copy_if(rows.begin(), rows.end(), std::back_inserter(next.back()),
                         [&](std::size_t row) {
                           return (features_[node.feature][row] <= node.threshold) == is_left;
                         });
          }
        }
        nodes.push_back(node);
      }
      level = next;
    }
    return nodes;
  }

 private:
  double sum(const std::vector<std::size_t>& rows) const {
    double total = 0;
    for (const std::size_t row : rows)
      total += residuals_[row];
    return total;
  }
  double term(const std::vector<std::size_t>& rows) const {
    return sum(rows) * sum(rows) / static_cast<double>(rows.size());
  }

  void find(const std::vector<std::size_t>& rows, RegressionNode& node,
            const std::vector<char>& is_used) const {
    double best = 1e-12;
    for (std::size_t f = 0; f < features_.size(); ++f) {
      std::set<double> values;
      for (const std::size_t row : rows)
        values.insert(features_[f][row]);
      double gain = -1;
      double threshold = 0;
      for (auto next = values.begin(); values.size() > 1 && std::next(next) != values.end();
           ++next) {
        const double middle = (*next + *std::next(next)) / 2;
        std::vector<std::size_t> left;
        std::vector<std::size_t> right;
        for (const std::size_t row : rows)
          (features_[f][row] <= middle ? left : right).push_back(row);
        const double here =
            term(left) + term(right) - term(rows) - (is_used[f] != 0 ? 0 : options_.price);
        if (threshold == 0 || here > gain + 1e-13) {
          gain = here;
          threshold = middle;
        }
      }
      if (threshold == 0 || !(gain > best + 1e-12 * std::max(1.0, best))) continue;
      best = gain;
      node.is_split = true;
      node.feature = static_cast<Feature>(f);
      node.threshold = threshold;
      node.gain = gain;
    }
  }

  const Values& features_;
  std::vector<double> residuals_;
  RegressionTreeOptions options_;
};

TEST(RegressionTrees, are_those_of_the_definition) {
  for (std::uint64_t seed = 1; seed < 12; ++seed) {
    Example made = example(60, 5, seed);
    for (std::size_t f = 0; f < 3; ++f) {
      for (double& value : made.features[f])
        value = std::floor(3 * value) + 0.25;  // ties
    }
    made.features.push_back(made.features[0]);
    const RegressionTreeOptions options{.depth = 1 + seed % 5, .price = 0.3};
    const Table table = table_of(made.features, made.classes);
    RegressionTrees trees(table, all_rows(table), options, {});
    std::vector<char> is_used(6);
    std::vector<char> is_used_plainly(6);
    for (std::size_t repeat = 0; repeat < 2; ++repeat) {
      std::vector<double> residuals(60);
      for (std::size_t row = 0; row < 60; ++row)
        residuals[row] = Random(seed, 99 + repeat).uniform(row) - 0.4 + 0.5 * made.classes[row];
      const auto expected = PlainTree(made.features, residuals, options).grow(is_used_plainly);
      const auto found = trees.grow(residuals, is_used, {.threads = 2});
      EXPECT_EQ(is_used, is_used_plainly);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].depth, expected[i].depth);
        EXPECT_EQ(found[i].rows, expected[i].rows);
        EXPECT_NEAR(found[i].mean, expected[i].mean, 1e-12);
        ASSERT_EQ(found[i].is_split, expected[i].is_split);
        EXPECT_EQ(found[i].feature, expected[i].feature);
        EXPECT_EQ(found[i].threshold, expected[i].threshold);
        EXPECT_NEAR(found[i].gain, expected[i].gain, 1e-12);
      }
    }
  }
}

TEST(RegressionTrees, do_not_pay_twice_for_a_feature) {
  // The root pays for x0; below it x0 is free, and x1 not worth its price.
  const Table table = table_of(Values{{0, 1, 2, 3}, {0, 1, 0, 1}}, {0, 1, 0, 1});
  RegressionTrees trees(table, all_rows(table), {.depth = 2, .price = 1}, {});
  std::vector<char> is_used(2);
  const auto nodes = trees.grow(std::vector<double>{-4, -3, 3, 4}, is_used, {});
  ASSERT_EQ(nodes.size(), 7U);
  EXPECT_EQ(nodes[0].gain, 49 - 1);
  EXPECT_EQ(nodes[1].gain, 0.5);
  EXPECT_EQ(nodes[2].gain, 0.5);
  EXPECT_EQ(is_used, (std::vector<char>{1, 0}));
  EXPECT_EQ(trees.leaf_means()[0], -4);
  EXPECT_EQ(trees.leaf_means()[2], 3);
}

TEST(RegressionTrees, separate_neighbouring_numbers_and_the_largest_ones) {
  constexpr double largest = std::numeric_limits<double>::max();
  const double next = std::nextafter(1.0, 2.0);
  for (const auto& values :
       {std::vector<double>{1, 1, next, next}, {-largest, -largest, largest, largest}}) {
    const Table table = table_of(Values{values}, {0, 1, 0, 1});
    RegressionTrees trees(table, all_rows(table), {.depth = 1}, {});
    std::vector<char> is_used(1);
    const auto nodes = trees.grow(std::vector<double>{-1, -1, 1, 1}, is_used, {});
    ASSERT_EQ(nodes.size(), 3U);
    EXPECT_EQ(nodes[1].rows, 2U);
    EXPECT_TRUE(values[0] <= nodes[0].threshold && nodes[0].threshold <= values[2]);
  }
}

TEST(SortedFeatures, have_rows_in_order_of_value_and_then_of_their_own) {
  const Table table = table_of(Values{{3, 1, 3, -0.0, 0.0}, {1, 1, 1, 1, 1}}, {0, 1, 0, 1, 0});
  const SortedFeatures sorted(table, std::vector<std::uint32_t>{0, 1, 2, 3, 4}, {});
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> numbers;
  for (const auto& entry : sorted.of(0)) {
    rows.push_back(entry.row);
    numbers.push_back(entry.number);
  }
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{3, 4, 1, 0, 2}));
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 0, 1, 2, 2}));
  EXPECT_EQ(sorted.of(1).back().number, 0U);
}

}  // namespace
}  // namespace pith
