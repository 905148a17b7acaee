// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/bayes_error.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/error.h"

namespace pith {
inline namespace measure {
namespace {

/// The error of random guessing among m classes, which no Bayes error exceeds.
double largest_error(std::size_t classes) {
  return static_cast<double>(classes - 1) / static_cast<double>(classes);
}

}  // namespace

double henze_penrose(std::span<const Crossings> trees) {
  double count = 0;
  double expected = 0;
  for (const Crossings& tree : trees) {
    count += tree.count;
    expected += tree.expected;
  }
  return 1 - count / expected;
}

ErrorBounds pair_error(double crossings, std::size_t rows) {
  const double u = std::max(0.0, 1 - 2 * crossings / static_cast<double>(rows));
  return {.lower = (1 - std::sqrt(u)) / 2, .upper = (1 - u) / 2};
}

ErrorBounds global_error(double crossings, std::size_t rows, std::size_t classes) {
  PITH_ASSERT(classes > 1);
  const double limit = largest_error(classes);
  const double share = std::min(1.0, crossings / static_cast<double>(rows) / limit);
  return {.lower = limit * (1 - std::sqrt(1 - share)), .upper = limit * share};
}

ErrorBounds pairwise_error(std::span<const Crossings> trees, std::size_t rows,
                           std::size_t classes) {
  PITH_ASSERT(classes > 1);
  ErrorBounds sum;
  for (const Crossings& tree : trees) {
    const double share = static_cast<double>(tree.rows) / static_cast<double>(rows);
    sum.lower += share * pair_error(tree.count, tree.rows).lower;
    sum.upper += tree.count / static_cast<double>(rows);
  }
  const double limit = largest_error(classes);
  return {.lower = std::min(sum.lower * 2 / static_cast<double>(classes), limit),
          .upper = std::min(sum.upper, limit)};
}

ErrorBounds bayes_error(std::span<const Crossings> trees, std::size_t rows, std::size_t classes) {
  const bool is_global = trees.size() == 1 && trees[0].first == trees[0].second;
  return is_global ? global_error(trees[0].count, rows, classes)
                   : pairwise_error(trees, rows, classes);
}

ErrorBounds bayes_error(const Table& table, std::span<const Feature> features, const TreeRule& rule,
                        const Context& context) {
  if (!table.has_target())
    throw Error(ErrorKind::bad_data, "bounds on the Bayes error need a target", Cause::no_target);
  TableParts parts;
  for (const Feature feature : features) {
    if (!table.feature(feature).is_numbers()) {
      throw Error(ErrorKind::bad_data, "bounds on the Bayes error need numeric features, and " +
                                           quoted(table.name(feature)) + " is categorical");
    }
    if (table.feature(feature).has_missing()) {
      throw Error(ErrorKind::bad_data,
                  "bounds on the Bayes error need features without missing values, and " +
                      quoted(table.name(feature)) + " has missing values",
                  Cause::missing_values);
    }
    parts.features.push_back(table.feature(feature));
    parts.names.push_back(table.name(feature));
  }
  parts.target = table.target();
  const GridColumns grid(Table(std::move(parts)), rule.scale, features.size(), context);
  ClassTrees trees(table.target(), rule.of, rule.ties);
  for (Feature i = 0; i < features.size(); ++i) {
    if (grid.varies(i)) trees.add(grid.column(i));
  }
  return bayes_error(trees.crossings(context), table.rows(), table.classes());
}

}  // namespace measure
}  // namespace pith
