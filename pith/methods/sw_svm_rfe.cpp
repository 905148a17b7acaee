// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/relief/margins.h"
#include "pith/methods/svm/rfe.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// In the units that the machines use.
std::vector<double> row_factors(const Table& table, Unit unit, const Context& context) {
  if (unit == Unit::as_it_is) return margin_weights(table, MarginScale::as_it_is, context);
  const CentredColumns columns(table, unit, context);
  std::vector<Column> features;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    const auto column = columns.column(feature);
    features.push_back(Column::from_numbers({column.begin(), column.end()}));
  }
  return margin_weights(table.with_features(std::move(features)), MarginScale::as_it_is, context);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "sw-svm-rfe");
  RfeOptions options = rfe_options(task.params);
  require_rfe_memory(table, context);  // the weights of the rows take a while
  options.row_factors = row_factors(table, options.unit, context);
  const Rfe found = recursive_elimination(table, options, task, context);
  Selection selection = take_in_order(found.elimination.order, found.elimination.losses, task);
  const auto [smallest, largest] =
      std::minmax_element(options.row_factors.begin(), options.row_factors.end());
  selection.diagnostics = {{"machines", static_cast<double>(found.machines)},
                           {"violation", found.violation},
                           {"least_row_weight", *smallest},
                           {"largest_row_weight", *largest}};
  selection.notes = found.notes;
  return selection;
}

}  // namespace

Method sw_svm_rfe() {
  return {
      .id = "sw-svm-rfe",
      .class_name = "SWSVMRFE",
      .title = "Sample-weighted recursive elimination by SVMs",
      .family = "support vector machines",
      .formula =
          "J(x) as in svm-rfe, with cost C w_r of row r, w_r = 1 / mean[s] |m_r - m_s|, mean 1; "
          "m_r the margin vector of row r, m_rx = sum[s: y_s != y_r] |x_r - x_s| - sum[s: y_s = "
          "y_r] |x_r - x_s|",
      .summary =
          "As svm-rfe, but training errors of rows whose margins are unlike those of other rows "
          "cost less, so that the ranking changes less when the rows change.",
      .unit = "squared weight",
      .cost = "O(n^2 d)",
      .parameters = rfe_parameters(0.1),
      .references = {{"L. Yu and Y. Han and M. E. Berens",
                      "Stable gene selection from microarray data via sample weighting",
                      "IEEE/ACM Transactions on Computational Biology and Bioinformatics", 2012,
                      "10.1109/TCBB.2011.47"},
                     rfe_reference()},
      .traits = {.input = {.takes = Takes::numbers, .needs_rows = true, .min_rows = 2},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2}},
      .run = run,
      .traits_with = rfe_traits,
  };
}

}  // namespace pith::methods
