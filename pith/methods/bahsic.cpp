// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pith/base/option.h"
#include "pith/methods/kernels/hsic_elimination.h"
#include "pith/methods/linear/scale.h"
#include "pith/search/backward.h"
#include "pith/select/recipes.h"
#include "pith/stats/centred_columns.h"

namespace pith::methods {
namespace {

/// Constants have the same kernels, so any of them may stand for any other; the first column leaves
/// first.
void order_constants(std::vector<std::size_t>& order, std::size_t kept,
                     const std::vector<double>& deviations) {
  std::vector<std::size_t> constants;
  for (std::size_t i = kept; i < order.size(); ++i) {
    if (deviations[order[i]] == 0) constants.push_back(order[i]);
  }
  std::sort(constants.begin(), constants.end());
  for (std::size_t i = kept; i < order.size(); ++i) {
    if (deviations[order[i]] != 0) continue;
    order[i] = constants.back();
    constants.pop_back();
  }
}

/// The kernel of the target holds a number for each pair of classes, or of different numbers.
Reservation reserve_kernel(const Table& table, const Context& context) {
  const std::uint64_t groups = table.has_numeric_target() ? table.rows() : table.classes();
  return context.reserve(
      sizeof(double) * (groups * groups + 4 * table.rows()), "the kernel of the target",
      table.has_numeric_target() ? "select on a sample (" + option("rows", "10000") + ")" : "");
}

ResponseKernel kernel_of(const Table& table) {
  if (table.has_numeric_target()) return gaussian_kernel(table.target().numbers(), table.weights());
  std::vector<std::uint32_t> classes(table.rows());
  for (std::size_t row = 0; row < classes.size(); ++row)
    classes[row] = table.target().code(row);
  return class_kernel(classes, table.weights());
}

Hsic hsic_of(const Table& table) {
  ResponseKernel kernel = kernel_of(table);
  if (kernel.rows() <= 3) {
    throw Error(ErrorKind::bad_data,
                fmt::format("bahsic needs rows whose weights add up to more than 3; they add up to "
                            "{:.3g}",
                            kernel.rows()));
  }
  return Hsic::unbiased(std::move(kernel));
}

Selection by_linear_kernel(const Table& table, const CentredColumns& columns, const Task& task,
                           const Context& context) {
  const Reservation held = reserve_kernel(table, context);
  const Hsic hsic = hsic_of(table);
  std::vector<double> scores;
  context.report({.phase = "select", .done = 0, .total = table.features()});
  for (Feature feature = 0; feature < table.features(); ++feature) {
    context.check_cancelled();
    scores.push_back(columns.deviations()[feature] == 0 ? 0 : hsic.linear(columns.column(feature)));
  }
  context.report({.phase = "select", .done = table.features(), .total = table.features()});
  return rank_with_constants_last(table, scores, task);
}

Selection by_elimination(const Table& table, const CentredColumns& columns, const Task& task,
                         const Context& context) {
  const Reservation held = reserve_kernel(table, context);
  const SetHsic values(hsic_of(table), columns.view(), context);
  HsicElimination left(values, table.features());
  Elimination found = backward(left, table.features(), task, task.params.real("step"), context);
  order_constants(found.order, task.keep.size(), columns.deviations());
  const std::vector<Feature> list(found.order.begin(), found.order.end());
  const std::vector<double> nested = values.nested(list, context);
  std::vector<double> scores(table.features());
  for (std::size_t i = 0; i < list.size(); ++i)
    scores[list[i]] = nested[i];
  Selection selection = take_in_order(found.order, scores, task);
  const auto largest = std::max_element(nested.begin(), nested.end());
  selection.diagnostics = {
      {"largest_hsic", *largest},
      {"largest_hsic_features", static_cast<double>(largest - nested.begin() + 1)}};
  return selection;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "bahsic");
  const CentredColumns columns(table, unit_of(task.params), context);
  Selection selection = task.params.choice("kernel") == "linear"
                            ? by_linear_kernel(table, columns, task, context)
                            : by_elimination(table, columns, task, context);
  if (scale_note(table, columns, task.params)) {
    selection.notes.push_back(fmt::format(
        "kernels depend on the units of the features, and their standard deviations differ by a "
        "factor of 100 or more; make them equal ({})",
        option("scale", "standard")));
  }
  return selection;
}

Traits traits_with(Traits traits, const Params& params) {
  if (params.choice("kernel") == "linear")
    traits.growth.rows = 1;
  else if (params.real("step") >= 1)
    traits.growth.features = 2;
  return traits;
}

}  // namespace

Method bahsic() {
  return {
      .id = "bahsic",
      .class_name = "BAHSIC",
      .title = "Backward elimination by HSIC",
      .family = "kernels",
      .formula =
          "J(S) = unbiased HSIC of k(x,x') = exp(-|x_S - x'_S|^2 / (2 |S|)) and l(y,y') = 1/n_c "
          "if y = y' = c, else 0, or exp(-(y - y')^2 / (2 m^2)) of numbers with the median distance "
          "m; the feature whose removal leaves the largest value goes",
      .summary =
          "Starts from all features and removes those without which the kernel of the rest agrees "
          "best with the target. Finds dependence of any form, and features that matter only "
          "together.",
      .unit = "HSIC of the features up to this one",
      .cost = "O(n^2 d / step)",
      .parameters = {step_parameter(0.1),
                     Parameter::choice("kernel", {"gaussian", "linear"},
                                       "kernel of the features; linear: every feature has a value "
                                       "of its own, and nothing is eliminated"),
                     scale_parameter()},
      .references = {{"L. Song and A. Smola and A. Gretton and J. Bedo and K. Borgwardt",
                      "Feature selection via dependence maximization",
                      "Journal of Machine Learning Research", 2012, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 4},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2}},
      .run = run,
      .traits_with = traits_with,
  };
}

}  // namespace pith::methods
