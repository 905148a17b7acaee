// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/methods/linear/bayesian_logistic.h"
#include "pith/methods/linear/scale.h"
#include "pith/methods/linear/sparse_ranking.h"
#include "pith/select/recipes.h"
#include "pith/stats/scaled_columns.h"

namespace pith::methods {
namespace {

/// How far a model is from a fixed point, in the units of the features.
struct Residuals {
  double active = 0;          ///< |g + alpha sign(w)| of weights that are not 0
  double inactive_ratio = 0;  ///< |g| / alpha of the others, except locked ones
};

class Report {
 public:
  Report(const BayesianLogistic& model, const ScaledColumns& columns)
      : scores(columns.features()), pulls(columns.features()) {
    const std::size_t outputs = model.outputs();
    for (std::size_t i = 0; i < model.weights().size(); ++i) {
      const std::size_t j = i / outputs;
      const double factor = columns.factors()[j];
      const double weight = std::abs(model.weights()[i]);
      const double slope = std::abs(model.slopes()[i]) / factor;
      scores[j] += factor * weight;
      pulls[j] += slope;
      if (columns.deviations()[j] == 0) continue;
      if (weight != 0) {
        ++active_weights;
        residuals.active = std::max(residuals.active, model.violation(i) / factor);
      } else if (model.alpha() > 0) {
        residuals.inactive_ratio = std::max(residuals.inactive_ratio, slope / model.alpha());
      }
    }
  }

  std::vector<double> scores;
  std::vector<double> pulls;
  Residuals residuals;
  double active_weights = 0;
};

std::vector<std::uint32_t> classes_of(const Table& table) {
  std::vector<std::uint32_t> classes(table.rows());
  for (std::size_t row = 0; row < classes.size(); ++row)
    classes[row] = table.target().code(row);
  return classes;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "sbmlr");
  // The bias takes up any offset, and with centred columns the descent does not have to undo it.
  const ScaledColumns columns(table, unit_of(task.params), Origin::mean, context);
  std::vector<double> penalties = columns.factors();
  for (std::size_t j = 0; j < penalties.size(); ++j) {
    // The bias does what a constant could do.
    if (columns.deviations()[j] == 0) penalties[j] = std::numeric_limits<double>::infinity();
  }
  const std::vector<std::uint32_t> classes = classes_of(table);
  const LogisticProblem problem{.columns = columns.view(),
                                .penalties = penalties,
                                .classes = classes,
                                .class_count = table.classes(),
                                .rows = table.weights()};
  const Reservation held =
      context.reserve(BayesianLogistic::bytes(problem), "the decisions about all classes and rows");
  BayesianLogistic model(problem, context);
  const bool has_ended = model.descend();
  const Report report(model, columns);
  Selection selection = rank_sparse({report.scores, report.pulls, columns.deviations()}, task);
  selection.diagnostics = {{"alpha", model.alpha()},
                           {"kkt_residual", report.residuals.active},
                           {"kkt_inactive_ratio", report.residuals.inactive_ratio},
                           {"negative_log_likelihood", model.energy()},
                           {"active_weights", report.active_weights},
                           {"iterations", static_cast<double>(model.steps())}};
  if (auto note = scale_note(table, columns.deviations(), task.params))
    selection.notes.push_back(*note);
  if (model.locked() > 0) {
    selection.notes.push_back(
        fmt::format("the descent cycled: {} fell to 0 more than 10 times and stayed there",
                    counted(model.locked(), "weight")));
  }
  if (!has_ended) {
    selection.notes.push_back(fmt::format(
        "the descent ended after {} steps without reaching a fixed point", model.steps()));
  }
  return selection;
}

}  // namespace

Method sbmlr() {
  return {
      .id = "sbmlr",
      .class_name = "SBMLR",
      .title = "Sparse Bayesian multinomial logistic regression",
      .family = "sparse linear models",
      .formula =
          "J(x) = sum[classes] |w_x| at a fixed point of min[w] E(w) + alpha sum |w|, alpha = "
          "|{w != 0}| / sum |w|, E(w) the negative log-likelihood",
      .summary =
          "Logistic regression with a penalty on absolute weights whose strength follows from the "
          "data, so that there is nothing to tune. Keeps few features; there may be several fixed "
          "points, and the greedy path decides between them.",
      .unit = "sum of absolute weights",
      .cost = "O(n d c) per step",
      .parameters = {scale_parameter()},
      .references = {{"G. C. Cawley and N. L. C. Talbot and M. Girolami",
                      "Sparse multinomial logistic regression via Bayesian L1 regularisation",
                      "Advances in Neural Information Processing Systems 19", 2006, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
  };
}

}  // namespace pith::methods
