// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "pith/linalg/group_lasso.h"
#include "pith/methods/linear/class_signs.h"
#include "pith/methods/linear/scale.h"
#include "pith/methods/linear/sparse_ranking.h"
#include "pith/select/recipes.h"
#include "pith/stats/scaled_columns.h"

namespace pith::methods {
namespace {

/// Centred signs of each class against the rest, one class after the other.
std::vector<double> responses_of(const Table& table) {
  const std::size_t rows = table.rows();
  std::vector<double> responses(table.classes() * rows);
  for (std::size_t c = 0; c < table.classes(); ++c)
    centre(signs_of(table, c), table.weights(), {&responses[c * rows], rows});
  return responses;
}

/// Rows times the square roots of their weights, so that squares are weighted.
void weigh(std::span<double> numbers, std::span<const double> weights) {
  for (std::size_t i = 0; i < numbers.size() && !weights.empty(); ++i)
    numbers[i] *= std::sqrt(weights[i % weights.size()]);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "cmtf");
  ScaledColumns columns(table, unit_of(task.params), Origin::mean, context);
  // The responses and what is left of them, and the weights of the features.
  const Reservation held = context.reserve(
      std::uint64_t{sizeof(double)} * table.classes() * (2 * table.rows() + 2 * table.features()),
      "the responses of all classes");
  std::vector<double> responses = responses_of(table);
  weigh(responses, table.weights());
  weigh(columns.numbers(), table.weights());
  const std::size_t classes = table.classes();
  const GroupLassoPoint point = minimize_group_lasso(
      {.columns = columns.view(),
       .responses = MatrixView<const double>::row_major(responses.data(), classes, table.rows()),
       .penalties = columns.factors(),
       .gamma = task.params.real("gamma")},
      context);
  std::vector<double> norms(table.features());
  std::vector<double> pulls(table.features());
  double support = 0;
  for (std::size_t j = 0; j < norms.size(); ++j) {
    double squares = 0;
    for (std::size_t c = 0; c < classes; ++c)
      squares += point.weights[j * classes + c] * point.weights[j * classes + c];
    norms[j] = columns.factors()[j] * std::sqrt(squares);
    pulls[j] = point.pulls[j] / columns.factors()[j];
    if (norms[j] > 0) ++support;
  }
  Selection selection = rank_sparse({norms, pulls, columns.deviations()}, task);
  selection.diagnostics = {
      {"objective", point.objective}, {"gap", point.gap}, {"support", support}};
  if (auto note = scale_note(table, columns.deviations(), task.params))
    selection.notes.push_back(*note);
  if (!point.has_converged) {
    selection.notes.emplace_back(
        "the descent ended before it converged; the gap says how far the objective may be above "
        "the minimum");
  }
  return selection;
}

}  // namespace

Method cmtf() {
  return {
      .id = "cmtf",
      .class_name = "CMTF",
      .title = "Convex multi-task feature learning",
      .family = "sparse linear models",
      .formula = "J(x) = |w_x| in min[W] |Y - X W|^2 + gamma (sum[x] |w_x|)^2",
      .summary =
          "Predicts all classes from the same few features: one least-squares model per class "
          "against the rest, with a penalty on the norms of the features' weights over all "
          "classes. Assumes that few features matter for all classes together.",
      .unit = "norm of weights",
      .cost = "O(n d c) per pass",
      .parameters = {Parameter::real("gamma", 1, 1e-6, 1e6, "weight of the penalty"),
                     scale_parameter()},
      .references = {{"A. Argyriou and T. Evgeniou and M. Pontil",
                      "Convex multi-task feature learning", "Machine Learning", 2008,
                      "10.1007/s10994-007-5040-8"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
  };
}

}  // namespace pith::methods
