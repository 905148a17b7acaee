// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/discretize.h"
#include "pith/methods/variational/kernel_density.h"
#include "pith/methods/variational/search.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"

// What the variational methods share: they differ in the model alone.
namespace pith::methods {

inline std::vector<Parameter> vmi_parameters() {
  return {
      // The authors' program has 0.01; their paper restarts when nothing is gained, which is 0
      // here.
      Parameter::real("restart_gain", 0.01, -100, 100,
                      "begin a new set when the best feature would add less than this, in nats; 0: "
                      "when it would add nothing; -100: never"),
      Parameter::choice(
          "density", {"leave-one-out", "resubstitution"},
          "whether a row has a part in the kernel density of numbers in its own class"),
  };
}

inline std::vector<Reference> vmi_references() {
  return {{"S. Gao and G. Ver Steeg and A. Galstyan",
           "Variational information maximization for feature selection",
           "Advances in Neural Information Processing Systems 29", 2016, ""}};
}

/// The rows themselves; integers that stand for categories are taken for such.
inline Table vmi_table(const Source& source, const Context& context) {
  if (source.table() == nullptr)
    throw Error(ErrorKind::bad_data, "variational selection needs the rows; give it a table");
  return integers_as_codes(*source.table(), context);
}

/// The steps of a note: ` 3`, or `s 3, 7, 9, ...` with ten of them at most.
inline std::string vmi_steps(const std::vector<std::string>& steps) {
  constexpr std::size_t most = 10;
  std::string text = steps.size() == 1 ? " " : "s ";
  for (std::size_t i = 0; i < std::min(most, steps.size()); ++i)
    text += (i == 0 ? "" : ", ") + steps[i];
  return text + (steps.size() > most ? ", ... (" + std::to_string(steps.size()) + " in all)" : "");
}

/// Where new sets were begun, and where the bound could not grow any further and the order of the
/// columns decided.
template <class Bound>
std::vector<std::string> vmi_notes(const Bound& bound, const Selection& selection,
                                   std::size_t kept) {
  std::vector<std::string> restarts;
  std::vector<std::string> ties;
  for (std::size_t step = 0; step < selection.selected.size(); ++step) {
    const auto& round = bound.rounds()[step];
    const std::string rank = std::to_string(step + 1);
    if (round.is_restart) restarts.push_back(rank);
    const bool is_full = std::abs(round.best - bound.limit()) <= 1e-9;
    if (step >= kept && is_full && round.tied >= 2)
      ties.push_back(rank + " (" + std::to_string(round.tied) + " features)");
  }
  std::vector<std::string> notes;
  if (!restarts.empty()) {
    notes.push_back("restarted before step" + vmi_steps(restarts) +
                    ", counted from 1: what was left would have added too little to the set");
  }
  if (!ties.empty()) {
    notes.push_back(
        "the bound reached its limit H(y) with several features alike, and the lowest "
        "index won, at step" +
        vmi_steps(ties) + ", counted from 1");
  }
  return notes;
}

/// `run` for a model of the variational family.
template <Factors Model>
Selection variational(const Source& source, const Task& task, const Context& context) {
  static_assert(RestartingCriterion<VariationalBound<Model>>);
  const Table table = vmi_table(source, context);
  Posterior posterior(table.target(), table.weights());
  const auto rule = task.params.choice("density") == "resubstitution"
                        ? KernelDensity::Rule::resubstitution
                        : KernelDensity::Rule::leave_one_out;
  Model model(table, posterior, rule, context);
  const Restarts restarts{.least_gain = task.params.real("restart_gain")};
  VariationalBound<Model> bound(std::move(model), std::move(posterior), restarts, context);
  Selection selection = forward(bound, table.features(), task, context);
  // What was said of the source's table is known; integers_as_codes() may have added to it.
  const std::vector<std::string>& known = source.table()->notes();
  const std::vector<std::string>& all = table.notes();
  const auto news = all.begin() + static_cast<std::ptrdiff_t>(std::min(known.size(), all.size()));
  selection.notes.insert(selection.notes.end(), news, all.end());
  for (std::string& note : vmi_notes(bound, selection, task.keep.size()))
    selection.notes.push_back(std::move(note));
  return selection;
}

}  // namespace pith::methods
