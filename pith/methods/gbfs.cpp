// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "pith/base/option.h"
#include "pith/base/work.h"
#include "pith/learn/trees/boosted_trees.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// All features: those introduced in their order, then the others by index.
std::vector<std::size_t> order_of_use(const BoostedTrees& found, std::size_t features) {
  std::vector<std::size_t> order;
  std::vector<char> is_used(features);
  for (const Introduction& step : found.introduced) {
    order.push_back(step.feature);
    is_used[step.feature] = 1;
  }
  for (std::size_t feature = 0; feature < features; ++feature) {
    if (is_used[feature] == 0) order.push_back(feature);
  }
  return order;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "gbfs");
  const BoostingOptions options{
      .tree = {.depth = static_cast<std::size_t>(task.params.integer("depth")),
               .price = task.params.real("mu")},
      .rounds = static_cast<std::size_t>(task.params.integer("rounds")),
      .rate = task.params.real("rate"),
      .free = task.keep};
  Work work(context, "select", options.rounds);
  const BoostedTrees found = boost_trees(table, options, work, context);
  std::vector<double> scores(table.features());
  for (const Introduction& step : found.introduced)
    scores[step.feature] = step.gain;
  Selection selection = take_in_order(order_of_use(found, scores.size()), scores, task);
  std::erase_if(selection.selected, [&](const Selected& step) {
    return step.score == 0 &&
           std::find(task.keep.begin(), task.keep.end(), step.feature) == task.keep.end();
  });
  selection.stopped = selection.selected.size() == task.k ? Stopped::reached_k : Stopped::no_gain;
  selection.diagnostics = {
      {"introduced", static_cast<double>(found.introduced.size())},
      {"last_round",
       found.introduced.empty() ? 0.0 : static_cast<double>(found.introduced.back().round)},
      {"splits", static_cast<double>(found.splits)},
      table.has_numeric_target() ? Diagnostic{"training_r2", found.r2}
                                 : Diagnostic{"training_log_loss", found.log_loss}};
  if (found.introduced.empty() && options.tree.price == 0) {
    selection.notes.emplace_back(
        "no split brings the trees nearer to the target, so that no feature is selected");
  } else if (found.introduced.empty()) {
    selection.notes.push_back(fmt::format(
        "no split gains more than a feature costs, so that none is selected; lower its price ({})",
        option("mu")));
  }
  return selection;
}

}  // namespace

Method gbfs() {
  return {
      .id = "gbfs",
      .class_name = "GBFS",
      .title = "Gradient boosted feature selection",
      .family = "decision trees",
      .formula =
          "G = S_l^2 / n_l + S_r^2 / n_r - S^2 / n - mu [x not used before],  S the sum of the "
          "residuals of the rows of a node and of its two sides; the split of the largest G is made. "
          "Residuals of classes are those of the logistic loss, of numbers (y - prediction) / sd(y)",
      .summary =
          "Boosts small regression trees, in which a feature costs mu when it is used for the "
          "first time. Selects the features in the order in which the trees begin to use them, and "
          "determines their number itself.",
      .unit = "squared residuals",
      .cost = "O(n d c) per round",
      .parameters = {Parameter::real(
                         "mu", 0.5, 0.0, 1e9,
                         "price of a feature not used before, in units of squared residuals"),
                     Parameter::integer("rounds", 100, 1, 100'000, "number of rounds of boosting"),
                     Parameter::integer("depth", 3, 1, 20, "number of levels of splits in a tree"),
                     Parameter::real("rate", 0.1, 1e-4, 1.0, "share of each tree that is added")},
      .references = {{"Z. Xu and G. Huang and K. Q. Weinberger and A. X. Zheng",
                      "Gradient boosted feature selection",
                      "ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
                      2014, "10.1145/2623330.2623635"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .takes_weights = true},
                 .output = {.ranks_all = true, .finds_k = true},
                 // Small nodes are often split equally well by several features, and the first of
                 // them is introduced. The trees of a round do not pay for what one of them bought.
                 .guarantees = {.depends_on_column_order = true, .depends_on_class_order = true}},
      .run = run,
  };
}

}  // namespace pith::methods
