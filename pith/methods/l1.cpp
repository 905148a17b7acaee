// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "pith/base/text.h"
#include "pith/linalg/lasso_path.h"
#include "pith/methods/regression/responses.h"
#include "pith/select/recipes.h"
#include "pith/stats/feature_vectors.h"

namespace pith::methods {
namespace {

/// Features in the order in which they first enter, with the penalty at which they do.
struct Entry {
  Feature feature = 0;
  double level = 0;
};

/// One path for each response. All go down together: the event at the highest level comes next.
class LassoPaths {
 public:
  LassoPaths(const Table& table, const Context& context)
      : vectors_(table, Length::unit, context),
        held_(context.reserve(bytes(table), "the responses and the paths",
                              "select from fewer features (" + option("drop") + ")")) {
    Directions responses = target_responses(table);
    // Of two classes, the second response is the first with the other sign.
    const std::size_t count = responses.count == 2 ? 1 : responses.count;
    for (std::size_t c = 0; c < count; ++c) {
      const std::span<double> response = responses.at(c);
      double square = 0;
      for (const double number : response)
        square += number * number;
      for (double& number : response)
        number /= std::sqrt(square);
      paths_.emplace_back(vectors_.view(), response, context);
      events_.push_back(paths_.back().advance(context));
    }
    is_known_.resize(table.features());
  }

  /// The next feature that enters for the first time, unless all paths have ended.
  std::optional<Entry> next(const Context& context) {
    for (;;) {
      std::size_t first = 0;
      for (std::size_t c = 1; c < events_.size(); ++c) {
        const bool is_higher =
            events_[c] && (!events_[first] || events_[c]->level > events_[first]->level);
        if (is_higher) first = c;
      }
      if (!events_[first]) return std::nullopt;
      const LassoPath::Event event = *events_[first];
      events_[first] = paths_[first].advance(context);
      const Feature feature = vectors_.features()[event.variable];
      if (!event.enters || is_known_[feature] != 0) continue;
      is_known_[feature] = 1;
      return Entry{feature, event.level};
    }
  }

 private:
  static std::uint64_t bytes(const Table& table) {
    const std::uint64_t responses = response_count(table);
    return sizeof(double) * responses * (4 * table.rows() + 8 * table.features());
  }

  FeatureVectors vectors_;
  Reservation held_;  // of the rest
  std::vector<LassoPath> paths_;
  std::vector<std::optional<LassoPath::Event>> events_;  // taken from each path, but not used yet
  std::vector<char> is_known_;
};

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "l1");
  const std::size_t goal = std::min(task.k, table.features());
  context.report({.phase = "select", .done = 0, .total = goal});
  LassoPaths paths(table, context);
  Selection selection;
  for (const Feature kept : task.keep)
    selection.selected.push_back({.feature = kept});
  while (selection.selected.size() < goal) {
    const std::optional<Entry> entry = paths.next(context);
    if (!entry) break;
    const auto kept = std::find(task.keep.begin(), task.keep.end(), entry->feature);
    if (kept != task.keep.end()) {
      selection.selected[static_cast<std::size_t>(kept - task.keep.begin())].score = entry->level;
      continue;
    }
    Selected step;
    step.feature = entry->feature;
    step.score = entry->level;
    selection.selected.push_back(step);
    context.report({.phase = "select", .done = selection.selected.size(), .total = goal});
  }
  selection.stopped =
      selection.selected.size() == task.k ? Stopped::reached_k : Stopped::nothing_left;
  if (selection.selected.size() < goal) {
    selection.notes.push_back(fmt::format("the lasso path ends with {}: the others never enter",
                                          counted(selection.selected.size(), "feature")));
  }
  return selection;
}

}  // namespace

Method l1() {
  return {
      .id = "l1",
      .class_name = "L1",
      .title = "Lasso path",
      .family = "sparse linear models",
      .formula =
          "J(x_j) = the largest a with w_j != 0 in argmin[w] 1/(2 n) |y - X w|^2 + a sum[j] |w_j|, "
          "X and y of variance 1; classes: y = [y = c], the largest over c",
      .summary =
          "Takes numeric features in the order in which they enter a linear model of the target as "
          "its L1 penalty falls. Classes are responses of 0 and 1, one against the rest, under the "
          "same penalty; of two classes, one is enough.",
      .unit = "penalty",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"R. Tibshirani", "Regression shrinkage and selection via the lasso",
                      "Journal of the Royal Statistical Society B", 1996,
                      "10.1111/j.2517-6161.1996.tb02080.x"},
                     {"B. Efron and T. Hastie and I. Johnstone and R. Tibshirani",
                      "Least angle regression", "Annals of Statistics", 2004,
                      "10.1214/009053604000000067"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .takes_weights = true,
                           .needs_variation = true},
                 .output = {.may_skip_features = true}},
      .run = run,
  };
}

}  // namespace pith::methods
