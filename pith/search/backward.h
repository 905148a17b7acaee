// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"

namespace pith {

/// What a backward search needs of a criterion: the state of a set of features that shrinks.
/// `losses` returns what each of `candidates` (ascending, all of them in the set) contributes: the
/// feature with the smallest loss can be spared. `remove` takes features out of the set. Both may
/// use threads.
template <class C>
concept EliminationCriterion = requires(C criterion, std::span<const Feature> features,
                                        const Context& context) {
  { criterion.losses(features, context) } -> std::same_as<std::vector<double>>;
  {criterion.remove(features, context)};
};

/// The order in which a backward search removed features.
struct Elimination {
  std::vector<std::size_t> order;  ///< all features, best (removed last) first
  std::vector<double> losses;      ///< of each feature when it was removed
};

/// The share of the features left that a round removes; 1 removes one at a time.
inline Parameter step_parameter(double initial) {
  return Parameter::real("step", initial, 1e-3, 1,
                         "share of the remaining features that each round eliminates (at least "
                         "one feature); 1: one feature at a time");
}

/// How many of `left` features a round removes: one if the step is 1, else that share of them,
/// rounded down, and at least one.
inline std::size_t round_size(double step, std::size_t left) {
  if (step >= 1) return 1;
  return std::max<std::size_t>(1, static_cast<std::size_t>(step * static_cast<double>(left)));
}

/// The first `count` positions in the order in which they are removed: the smallest loss first.
/// Losses within a share of 1e-9 of each other are tied, and the lowest index stays longest.
/// Features without any loss leave in column order, before all others.
std::vector<std::size_t> removal_order(std::span<const double> losses,
                                       std::size_t count = std::numeric_limits<std::size_t>::max());

/// Takes `gone` out of `features`; both ascend.
void remove_sorted(std::vector<Feature>& features, std::span<const Feature> gone);

/// Recursive elimination: the loop, the ties and the progress of every backward search. Features to
/// keep are never removed; they come first in the order.
template <EliminationCriterion C>
Elimination backward(C& criterion, std::size_t features, const Task& task, double step,
                     const Context& context) {
  std::vector<Feature> left(features);
  std::iota(left.begin(), left.end(), Feature{0});
  for (const Feature kept : task.keep)
    left.erase(std::lower_bound(left.begin(), left.end(), kept));
  Elimination result{.order = {}, .losses = std::vector<double>(features)};
  const std::size_t total = left.size();
  context.report({.phase = "select", .done = 0, .total = total});
  while (!left.empty()) {
    context.check_cancelled();
    const std::vector<double> losses = criterion.losses(left, context);
    std::vector<Feature> gone;
    for (const std::size_t place : removal_order(losses, round_size(step, left.size()))) {
      gone.push_back(left[place]);
      result.losses[gone.back()] = losses[place];
    }
    result.order.insert(result.order.end(), gone.begin(), gone.end());
    std::sort(gone.begin(), gone.end());
    if (result.order.size() < features) criterion.remove(gone, context);
    remove_sorted(left, gone);
    context.report({.phase = "select", .done = total - left.size(), .total = total});
  }
  if (!task.keep.empty()) {
    std::vector<Feature> kept(task.keep.begin(), task.keep.end());
    std::sort(kept.begin(), kept.end());
    const std::vector<double> losses = criterion.losses(kept, context);
    for (std::size_t i = 0; i < kept.size(); ++i)
      result.losses[kept[i]] = losses[i];
    result.order.insert(result.order.end(), task.keep.rbegin(), task.keep.rend());
  }
  std::reverse(result.order.begin(), result.order.end());
  return result;
}

}  // namespace pith
