// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/redundancy/neighbour_informations.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "ksg");
  const auto neighbours = static_cast<std::size_t>(task.params.integer("neighbours"));
  const TargetScores scores = scores_by_target(source, task, [&](const Source& one) {
    return target_informations(rows_of(one, "ksg"), neighbours, true, context);
  });
  Selection selection = rank_with_constants_last(table, scores.combined, task);
  scores.add_serves(selection);
  return selection;
}

}  // namespace

Method ksg() {
  return {
      .id = "ksg",
      .class_name = "KSG",
      .title = "Mutual information by nearest neighbours",
      .family = "one feature at a time",
      .formula =
          "J(x) = max(0, psi(n) + mean[r] ( psi(n_xy) - psi(n_x) - psi(n_y) )) for numbers; "
          "max(0, psi(n) + mean[r] ( psi(n_xc) - psi(N_c) - psi(n_x) )) for classes of N_c rows; "
          "n_ counts rows nearer to row r than its k-th nearest neighbour in (x, y), or of its "
          "class in x",
      .summary =
          "Ranks numeric features by their mutual information with a numeric target (Kraskov et "
          "al.) or with classes (Ross), estimated from the distances to nearest neighbours without "
          "bins. Detects any dependence of one feature; adds no noise.",
      .unit = "nats",
      .cost = "O(n log n d)",
      .parameters = {Parameter::integer(
          "neighbours", 3, 1, 1000,
          "which nearest neighbour measures the density; more have less variance and more bias")},
      .references = {{"A. Kraskov and H. Stogbauer and P. Grassberger",
                      "Estimating mutual information", "Physical Review E", 2004,
                      "10.1103/PhysRevE.69.066138"},
                     {"B. C. Ross", "Mutual information between discrete and continuous data sets",
                      "PLoS ONE", 2014, "10.1371/journal.pone.0087357"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
  };
}

}  // namespace pith::methods
