// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/discretize.h"
#include "pith/methods/variational/kernel_density.h"
#include "pith/methods/variational/pair_factors.h"
#include "pith/methods/variational/search.h"
#include "pith/search/forward.h"
#include "pith/search/information_errors.h"
#include "pith/select/recipes.h"

// The common part of the variational methods, which differ only in the model.
namespace pith::methods {

inline std::vector<Parameter> vmi_parameters() {
  return {
      Parameter::choice("preset", {"none", "paper"},
                        "paper: restart when nothing is gained, and densities that include the row "
                        "itself; parameters that are given take precedence"),
      // The authors' program uses 0.01; their paper restarts when nothing is gained, which is 0.
      Parameter::real("restart_gain", 0.01, -100, 100,
                      "restart with an empty set if the best feature gains less than this, in "
                      "nats; 0: if it gains nothing; -100: never"),
      Parameter::choice("density", {"leave-one-out", "resubstitution"},
                        "whether the kernel density of a class excludes the row at which it is "
                        "evaluated"),
  };
}

inline std::vector<std::pair<std::string, Settings>> vmi_presets() {
  return {{"paper", {{"restart_gain", "0"}, {"density", "resubstitution"}}}};
}

inline std::vector<Reference> vmi_references() {
  return {{"S. Gao and G. Ver Steeg and A. Galstyan",
           "Variational information maximization for feature selection",
           "Advances in Neural Information Processing Systems 29", 2016, ""}};
}

/// The table of the source, with integers that represent categories as categorical features.
inline Table vmi_table(const Source& source, const Context& context) {
  if (source.table() == nullptr)
    throw Error(ErrorKind::bad_data,
                "the variational methods need a table of rows, not only statistics");
  return integers_as_codes(*source.table(), context);
}

/// Notes about restarts, and about ranks where the bound was saturated and column order broke the
/// tie.
template <class Bound>
std::vector<std::string> vmi_notes(const Bound& bound, const Selection& selection,
                                   std::size_t kept) {
  constexpr std::size_t max_ranks = 10;
  std::vector<std::string> restarts;
  std::vector<std::string> ties;
  for (std::size_t step = 0; step < selection.selected.size(); ++step) {
    const auto& round = bound.rounds()[step];
    const std::string rank = std::to_string(step + 1);
    if (round.is_restart) restarts.push_back(rank);
    const bool is_full = std::abs(round.best - bound.limit()) <= 1e-9;
    if (step >= kept && is_full && round.tied >= 2)
      ties.push_back(fmt::format("{} ({} features)", rank, round.tied));
  }
  std::vector<std::string> notes;
  if (!restarts.empty()) {
    notes.push_back(
        fmt::format("restarted with an empty set at {} {}, because no feature gained enough ({})",
                    agree(restarts.size(), "rank", "ranks"), listed(restarts, max_ranks),
                    option("restart_gain")));
  }
  if (!ties.empty()) {
    notes.push_back(fmt::format(
        "the bound reached its maximum H(y) for several features, and column order broke the tie "
        "at {} {}",
        agree(ties.size(), "rank", "ranks"), listed(ties, max_ranks)));
  }
  return notes;
}

/// `run` for a model of the variational family.
template <Factors Model>
Selection variational(const Source& source, const Task& task, const Context& context) {
  static_assert(RestartingCriterion<VariationalBound<Model>>);
  const Table table = vmi_table(source, context);
  // The posterior of all classes and rows, and what one thread and the step itself need.
  const std::uint64_t matrix = std::uint64_t{sizeof(double)} * table.rows() * (table.classes() + 4);
  constexpr std::uint64_t rooms = std::is_same_v<Model, PairFactors> ? 8 : 3;
  const Reservation held =
      context.reserve(Posterior::bytes(table.rows(), table.classes()) + rooms * matrix,
                      "the probabilities of all classes in all rows", "select on fewer rows");
  Posterior posterior(table.target(), table.weights());
  const auto rule = task.params.choice("density") == "resubstitution"
                        ? KernelDensity::Rule::resubstitution
                        : KernelDensity::Rule::leave_one_out;
  Model model(table, posterior, rule, context);
  const Restarts restarts{.min_gain = task.params.real("restart_gain")};
  VariationalBound<Model> bound(std::move(model), std::move(posterior), restarts, context);
  Selection selection = forward(bound, table.features(), task, context);
  // The notes of the source's table are reported elsewhere; integers_as_codes() may have added
  // some.
  const std::vector<std::string>& known = source.table()->notes();
  const std::vector<std::string>& all = table.notes();
  const auto news = all.begin() + static_cast<std::ptrdiff_t>(std::min(known.size(), all.size()));
  selection.notes.insert(selection.notes.end(), news, all.end());
  // Every set since a restart is a part of the whole, whose information is at least theirs.
  double most = 0;
  for (const Selected& step : selection.selected)
    most = std::max(most, step.score);
  add_error_figures(selection, most, class_weights(table), InformationValue::at_most);
  for (std::string& note : vmi_notes(bound, selection, task.keep.size()))
    selection.notes.push_back(std::move(note));
  return selection;
}

}  // namespace pith::methods
