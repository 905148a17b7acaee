// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pith/methods/gaussian/gaussian.h"
#include "pith/methods/gaussian/response.h"

// The search for information about numeric targets.
namespace pith::methods {

/// Whether the parameters have a meaning for numeric targets: there are no classes to weight, to
/// cap or to bound, and with the diagonal alone nothing would depend on the target.
inline bool has_response(const Params& params) {
  return params.choice("priors") == "data" && !params.flag("bounds") && params.flag("cap") &&
         (params.is_word("shrinkage") || params.real("shrinkage") < 1);
}

inline ResponseOptions response_options(const Table& joint, const Scatter& scatter,
                                        const Params& params, const Context& context) {
  return {.shrinkage = params.is_word("shrinkage") ? diagonal_share(joint, scatter, context)
                                                   : params.real("shrinkage"),
          .ridge = params.real("ridge")};
}

/// Notes where the selected features explain every target.
inline void note_explained(const SaturatingSearch<EagerSearch<GaussianResponse>>& search,
                           const Task& task, Selection& selection) {
  std::size_t rank = 0;
  while (rank < search.steps().size() && !search.steps()[rank].is_capped)
    ++rank;
  if (rank == search.steps().size()) return;
  const std::string& fill = task.params.choice("fill");
  std::string then = "later features add nothing";
  if (fill == "stop") then = "the search stopped (" + option("fill", fill) + ")";
  if (fill == "random")
    then = "the remaining features were selected at random (" + option("fill", fill) + ")";
  selection.notes.push_back(fmt::format(
      "score saturated at rank {}: the features explain the target; {}", rank + 1, then));
}

/// Says how much information each selected feature alone has about each of several targets.
inline void add_informed_targets(const Table& joint, std::size_t targets,
                                 const ResponseOptions& options, const Context& context,
                                 Selection& selection) {
  if (targets < 2 || selection.selected.empty()) return;
  const std::size_t count = selection.selected.size();
  for (std::size_t target = joint.features() - targets; target < joint.features(); ++target) {
    TableParts parts = joint.parts();
    parts.features.clear();
    parts.names.clear();
    for (std::size_t i = 0; i <= count; ++i) {
      const auto column = i < count ? selection.selected[i].feature : static_cast<Feature>(target);
      parts.features.push_back(joint.feature(column));
      parts.names.push_back(joint.name(column));
    }
    const Table one(std::move(parts));
    const auto scatter = TableSource(one).scatter(Storage::float64, context);
    const GaussianResponse alone(ResponseModel(*scatter, count, options, context));
    for (std::size_t i = 0; i < count; ++i)
      selection.selected[i].serves.push_back(std::max(0.0, alone.score(static_cast<Feature>(i))));
  }
}

/// Selects on a table of features and targets that features_and_targets() made; `targets` of its
/// columns are targets.
inline Selection search_response(const Table& joint, std::size_t targets, const Task& task,
                                 const Context& context) {
  const TableSource source(joint);
  const std::size_t features = joint.features() - targets;
  constexpr std::uint64_t of_feature = 12;  // variances, scores, floors, ..., twice
  const Reservation held = context.reserve(sizeof(double) * features * (of_feature + 3 * targets),
                                           "the covariances with the target",
                                           "select from fewer features (" + option("drop") + ")");
  auto scatter = source.scatter(gaussian_storage(task.params), context);
  const ResponseOptions options = response_options(joint, *scatter, task.params, context);
  const ResponseModel model(*scatter, features, options, context);
  SaturatingSearch<EagerSearch<GaussianResponse>> search(
      EagerSearch<GaussianResponse>(std::move(scatter), GaussianResponse(model), task, Prefetch{},
                                    context),
      gaussian_fill(task.params), context);
  Selection selection = forward(search, features, task, context);
  if (search.steps().size() < selection.selected.size())
    search.record(selection.selected.back().feature);
  selection.combinations = combinations(search.state(), selection);
  note_explained(search, task, selection);
  add_informed_targets(joint, targets, options, context, selection);
  if (task.params.is_word("shrinkage")) {
    selection.notes.push_back(
        fmt::format("the share of the diagonal in the covariance is {:.2f} "
                    "({})",
                    options.shrinkage, option("shrinkage", "ledoit-wolf")));
  }
  if (targets == 1)
    selection.diagnostics.push_back({"r2", -std::expm1(-2 * score_of_set(selection))});
  return selection;
}

inline Selection run_response(const Table& table, const Task& task, const Context& context) {
  const Table joint = features_and_targets(table);
  const std::size_t targets = joint.features() - table.features();
  if (task.params.choice("copula") == "none") return search_response(joint, targets, task, context);
  return search_response(with_normal_scores(joint, context), targets, task, context);
}

}  // namespace pith::methods
