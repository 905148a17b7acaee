// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/svm/rfe.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "svm-rfe");
  const Rfe found = recursive_elimination(table, rfe_options(task.params), task, context);
  Selection selection = take_in_order(found.elimination.order, found.elimination.losses, task);
  selection.diagnostics = {{"machines", static_cast<double>(found.machines)},
                           {"violation", found.violation}};
  selection.notes = found.notes;
  return selection;
}

}  // namespace

Method svm_rfe() {
  return {
      .id = "svm-rfe",
      .class_name = "SVMRFE",
      .title = "Recursive elimination by support vector machines",
      .family = "support vector machines",
      .formula =
          "J(x) = sum[pairs of classes] w_x^2 when x leaves; w, b = argmin 1/2 |w|^2 + C sum[r] "
          "max(0, 1 - y_r (w'x_r + b)) for the features that are left",
      .summary =
          "Trains linear support vector machines, eliminates the features with the smallest "
          "squared weights, and repeats. Features are ranked by how long they stay.",
      .unit = "squared weight",
      .cost = "O(n^2 d + n d^2)",
      .parameters = rfe_parameters(1),
      .references = {rfe_reference()},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2, .features = 2}},
      .run = run,
      .traits_with = rfe_traits,
  };
}

}  // namespace pith::methods
