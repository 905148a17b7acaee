// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "pith/methods/relief/margins.h"
#include "pith/methods/relief/relief.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "sw-relieff");
  const Params& params = task.params;
  const auto scale =
      params.choice("scale") == "raw" ? MarginScale::as_it_is : MarginScale::unit_range;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  const TargetScores scores = scores_by_target(source, task, [&](const Source& one) {
    const Table& rows = rows_of(one, "sw-relieff");
    const auto neighbours = static_cast<std::size_t>(params.integer("neighbours"));
    require_relief_memory(rows, neighbours, context);
    // Half of the work is to weigh the rows.
    Work work(context, "select", 2 * rows.rows());
    const ReliefOptions options{.neighbours = neighbours,
                                .weights = margin_weights(rows, scale, work, context)};
    const auto [low, high] = std::minmax_element(options.weights.begin(), options.weights.end());
    smallest = std::min(smallest, *low);
    largest = std::max(largest, *high);
    return relief(rows, options, work, context);
  });
  Selection selection = rank_with_constants_last(table, scores.combined, task);
  scores.add_serves(selection);
  selection.diagnostics = {{"least_row_weight", smallest}, {"largest_row_weight", largest}};
  return selection;
}

}  // namespace

Method sw_relieff() {
  return {
      .id = "sw-relieff",
      .class_name = "SWReliefF",
      .title = "Sample-weighted ReliefF",
      .family = "neighbours",
      .formula =
          "J(x) as in relieff, the mean over rows weighted by w_r = 1 / mean[s] |m_r - m_s|; m_r "
          "the margin vector of row r, m_rx = sum[s: y_s != y_r] |x_r - x_s| - sum[s: y_s = y_r] "
          "|x_r - x_s|",
      .summary =
          "As relieff, but rows whose margins are unlike those of other rows have less weight, so "
          "that the ranking changes less when the rows change.",
      .unit = "from -1 to 1",
      .cost = "O(n^2 d)",
      .parameters = {Parameter::integer("neighbours", 10, 1, 1'000'000,
                                        "number of nearest neighbours in each class"),
                     Parameter::choice(
                         "scale", {"raw", "range"},
                         "margins from raw values, or from values scaled to the range "
                         "0 to 1 as for distances")},
      .references = {{"L. Yu and Y. Han and M. E. Berens",
                      "Stable gene selection from microarray data via sample weighting",
                      "IEEE/ACM Transactions on Computational Biology and Bioinformatics", 2012,
                      "10.1109/TCBB.2011.47"}},
      .traits = {.input = {.takes = Takes::any,
                           .targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2}},
      .run = run,
  };
}

}  // namespace pith::methods
