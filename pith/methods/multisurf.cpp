// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/relief/relief.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "multisurf");
  const TargetScores scores = scores_by_target(source, task, [&](const Source& one) {
    return pith::multisurf(rows_of(one, "multisurf"), context);
  });
  Selection selection = rank_with_constants_last(table, scores.combined, task);
  scores.add_serves(selection);
  if (std::all_of(scores.combined.begin(), scores.combined.end(),
                  [](double score) { return score == 0; })) {
    selection.notes.emplace_back(
        "every score is 0, so the order is meaningless: no row has neighbours that differ from it; "
        "use relieff, which always finds neighbours");
  }
  return selection;
}

}  // namespace

Method multisurf() {
  return {
      .id = "multisurf",
      .class_name = "MultiSURF",
      .title = "MultiSURF",
      .family = "neighbours",
      .formula =
          "J(x) = mean[r] ( sum[c != y_r] w_c mean[s in M_c(r)] d(r,s) - mean[s in H(r)] d(r,s) "
          "); H(r) and M_c(r) rows of the same class and of class c whose distance to r, the sum "
          "of d over all features, is below mean - deviation / 2 of the distances of r; w_c = "
          "P(c) / sum over the classes with such rows; numeric target: H(r) such rows with |y_r - "
          "y_s| below the standard deviation of y, M(r) the others",
      .summary =
          "As relieff, but the neighbours of a row are all rows closer than a threshold that is "
          "estimated for each row, so that there is no parameter to tune.",
      .unit = "from -1 to 1",
      .cost = "O(n^2 d)",
      .parameters = {},
      .references = {{"R. J. Urbanowicz and R. S. Olson and P. Schmitt and M. Meeker and J. H. "
                      "Moore",
                      "Benchmarking relief-based feature selection methods for bioinformatics data "
                      "mining",
                      "Journal of Biomedical Informatics", 2018, "10.1016/j.jbi.2018.07.015"}},
      .traits = {.input = {.takes = Takes::any,
                           .target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .spreads_missing = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2}},
      .run = run,
  };
}

}  // namespace pith::methods
