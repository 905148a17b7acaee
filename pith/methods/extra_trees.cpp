// SPDX-License-Identifier: Apache-2.0
#include "pith/base/work.h"
#include "pith/learn/trees/gini_trees.h"
#include "pith/learn/trees/variance_trees.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "extra-trees");
  const auto trees = static_cast<std::size_t>(task.params.integer("trees"));
  Work work(context, "select", trees);
  const GiniTreeOptions options{.trees = trees, .seed = context.seed};
  const GiniImportances found = table.has_numeric_target()
                                    ? variance_importances(table, options, work, context)
                                    : gini_importances(table, options, work, context);
  Selection selection = rank_with_constants_last(table, found.importances, task);
  selection.diagnostics = {{"splits_per_tree", found.splits}};
  return selection;
}

}  // namespace

Method extra_trees() {
  return {
      .id = "extra-trees",
      .title = "Gini importance in extremely randomised trees",
      .family = "decision trees",
      .formula =
          "J(x) = mean[trees] (sum[splits along x] D) / (sum[splits] D),  D = n G - n_l G_l - n_r "
          "G_r,  G = 1 - sum[c] p_c^2, or the variance of a numeric target",
      .summary =
          "Grows trees with random thresholds, and scores each feature by its share in what their "
          "splits do to separate the classes, or to explain the variance of a numeric target. Sees interactions; features of many values and "
          "noise get a small share, too.",
      .unit = "share of the gain, from 0 to 1",
      .cost = "O(n log n sqrt d)",
      .parameters = {Parameter::integer("trees", 100, 1, 1'000'000, "number of trees")},
      .references = {{"P. Geurts and D. Ernst and L. Wehenkel", "Extremely randomized trees",
                      "Machine Learning", 2006, "10.1007/s10994-006-6226-1"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .takes_weights = true},
                 .output = {.ranks_all = true, .has_relative_scores = true},
                 .guarantees = {.uses_seed = true}},
      .run = run,
  };
}

}  // namespace pith::methods
