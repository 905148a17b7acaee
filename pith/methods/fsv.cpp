// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "pith/base/parallel.h"
#include "pith/base/work.h"
#include "pith/linalg/linear_program.h"
#include "pith/methods/linear/class_signs.h"
#include "pith/methods/linear/concave_plane.h"
#include "pith/methods/linear/scale.h"
#include "pith/methods/linear/sparse_ranking.h"
#include "pith/select/recipes.h"
#include "pith/stats/scaled_columns.h"

namespace pith::methods {
namespace {

std::vector<Diagnostic> diagnostics_of(const std::vector<ConcavePlane>& planes,
                                       const std::vector<std::size_t>& classes) {
  const auto sum_of = [&](auto member) {
    return std::accumulate(planes.begin(), planes.end(), 0.0, [&](double sum, const auto& plane) {
      return sum + std::invoke(member, plane);
    });
  };
  const auto first = [](const ConcavePlane& plane) { return plane.objectives.front(); };
  const auto programmes = [](const ConcavePlane& plane) {
    return static_cast<double>(plane.objectives.size());
  };
  std::vector<Diagnostic> all{{"objective", sum_of(&ConcavePlane::objective)},
                              {"first_objective", sum_of(first)},
                              {"linear_programmes", sum_of(programmes)}};
  for (std::size_t i = 0; i < planes.size() && planes.size() > 1; ++i)
    all.push_back({fmt::format("objective_{}", classes[i]), planes[i].objective});
  return all;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "fsv");
  const ScaledColumns columns(table, unit_of(task.params), Origin::mean, context);
  const std::vector<std::size_t> classes = machines_of(table);
  const Reservation held =
      context.reserve(std::uint64_t{2 * sizeof(double)} * classes.size() * table.features(),
                      "the weights of all planes");
  // As many planes at a time as surely fit, and at least one.
  Context own = context;
  const std::uint64_t fit =
      context.memory_available() / plane_bytes(table.features(), table.rows());
  own.threads = static_cast<unsigned>(
      std::clamp<std::uint64_t>(fit, 1, std::max(1U, context.thread_count())));
  std::vector<ConcavePlane> planes(classes.size());
  Work work(context, "select", classes.size() * ConcavePlane::units);
  parallel_blocks(own, classes.size(), 1, [&](std::size_t i, std::size_t) {
    const std::vector<double> signs = signs_of(table, classes[i]);
    planes[i] = concave_plane({.columns = columns.view(),
                               .factors = columns.factors(),
                               .signs = signs,
                               .rows = table.weights(),
                               .lambda = task.params.real("lambda"),
                               .alpha = task.params.real("alpha")},
                              work, context);
  });
  std::vector<double> scores(table.features());
  std::vector<double> pulls(table.features());
  for (const ConcavePlane& plane : planes) {
    for (std::size_t j = 0; j < scores.size(); ++j) {
      scores[j] += std::abs(plane.weights[j]);
      pulls[j] += plane.pulls[j];
    }
  }
  Selection selection = rank_sparse({scores, pulls, columns.deviations()}, task);
  selection.diagnostics = diagnostics_of(planes, classes);
  const auto support =
      std::count_if(scores.begin(), scores.end(), [](double score) { return score > 0; });
  selection.diagnostics.push_back({"support", static_cast<double>(support)});
  if (auto note = scale_note(table, columns.deviations(), task.params))
    selection.notes.push_back(*note);
  if (classes.size() > 1) {
    selection.notes.push_back(
        fmt::format("the method is for two classes: each of {} was separated from the rest, and "
                    "scores are sums",
                    counted(classes.size(), "class", "classes")));
  }
  if (!std::all_of(planes.begin(), planes.end(),
                   [](const ConcavePlane& plane) { return plane.is_optimal; })) {
    selection.notes.emplace_back(
        "a linear programme could not be solved to full accuracy, so the search for a plane ended "
        "early");
  }
  return selection;
}

}  // namespace

Method fsv() {
  return {
      .id = "fsv",
      .class_name = "FSV",
      .title = "Feature selection by concave minimisation",
      .family = "sparse linear models",
      .formula =
          "J(x) = |w_x| in min[w, g] (1 - lambda) sum[classes] mean max(0, 1 - y (w x - g)) + "
          "lambda sum[x] (1 - exp(-alpha |w_x|))",
      .summary =
          "Separates two classes by a plane with as few features as possible: the penalty nearly "
          "counts them. Solved by successive linear programmes, which end in a local minimum. More "
          "classes are separated one from the rest.",
      .unit = "sum of absolute weights",
      .cost = "about O(n^2 d)",
      .parameters = {Parameter::real("lambda", 0.05, 1e-4, 0.9999,
                                     "weight of the penalty against that of the loss"),
                     Parameter::real("alpha", 5, 0.1, 100,
                                     "steepness of the penalty; large: it counts features"),
                     scale_parameter()},
      .references = {{"P. S. Bradley and O. L. Mangasarian",
                      "Feature selection via concave minimization and support vector machines",
                      "Proceedings of the 15th International Conference on Machine Learning", 1998,
                      ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2}},
      .run = run,
      .unavailable = LinearProgram::unavailable(),
  };
}

}  // namespace pith::methods
