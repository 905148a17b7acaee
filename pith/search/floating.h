// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"
#include "pith/search/task.h"

namespace pith {

/// What a floating search needs of a criterion: the value of each of some sets, larger is better.
/// The features of a set are in ascending order. The value must depend on the set alone.
template <class C>
concept SetCriterion = requires(C criterion, std::span<const std::vector<Feature>> sets,
                                const Context& context) {
  { criterion.values(sets, context) } -> std::same_as<std::vector<double>>;
};

/// Sequential forward floating selection: after each inclusion, features leave as long as that
/// gives a better set of its size than all sets of this size before. The best set of each size is
/// remembered, and an inclusion that is no better than the one of its size yields to it. Every step
/// back improves a size strictly, so the search ends.
template <SetCriterion C>
class FloatingSearch {
 public:
  /// The features in the order in which they were included last; those to keep come first.
  using Set = std::vector<Feature>;

  /// None of the arguments is owned.
  FloatingSearch(C& criterion, std::size_t features, const Task& task, const Context& context)
      : criterion_(criterion),
        features_(features),
        keep_(task.keep),
        goal_(std::min(task.k, features)),
        best_(goal_ + 1),
        context_(context) {}

  Set run() {
    Set set(keep_.begin(),
            keep_.begin() + static_cast<std::ptrdiff_t>(std::min(goal_, keep_.size())));
    std::size_t reached = set.size();
    report(reached);
    while (set.size() < goal_) {
      set = with_best(set);
      reached = std::max(reached, set.size());
      report(reached);
      while (std::optional<Set> smaller = without_worst(set))
        set = std::move(*smaller);
    }
    return set;
  }

 private:
  struct Valued {
    Set set;
    double value = 0;
  };

  void report(std::size_t done) const {
    context_.report({.phase = "select", .done = done, .total = goal_});
  }

  std::vector<double> values_of(const std::vector<Set>& sets) const {
    context_.check_cancelled();
    std::vector<Set> sorted = sets;
    for (Set& set : sorted)
      std::sort(set.begin(), set.end());
    return criterion_.values(sorted, context_);
  }

  /// Whether the set is the best of its size so far; ties go to the earlier one.
  bool improves(const Valued& found) const {
    const std::optional<Valued>& known = best_[found.set.size()];
    return !known || (found.value > known->value && !is_tied(known->value, found.value));
  }

  /// The best inclusion, or a better set of the same size. Ties go to the lowest index.
  Set with_best(const Set& set) {
    std::vector<Set> larger;
    for (Feature feature = 0; feature < features_; ++feature) {
      if (std::find(set.begin(), set.end(), feature) != set.end()) continue;
      larger.push_back(set);
      larger.back().push_back(feature);
    }
    const std::vector<double> values = values_of(larger);
    const std::size_t place = winner(values);
    Valued found{.set = std::move(larger[place]), .value = values[place]};
    std::optional<Valued>& known = best_[found.set.size()];
    if (improves(found)) known = std::move(found);
    return known->set;
  }

  /// The best exclusion, if it gives the best set of its size. Ties go to the highest index, so
  /// that the lowest stays.
  std::optional<Set> without_worst(const Set& set) {
    if (set.size() < 2 || set.size() <= keep_.size()) return std::nullopt;
    Set leaving(set.begin() + static_cast<std::ptrdiff_t>(keep_.size()), set.end());
    std::sort(leaving.rbegin(), leaving.rend());
    std::vector<Set> smaller;
    for (const Feature feature : leaving) {
      smaller.push_back(set);
      std::erase(smaller.back(), feature);
    }
    const std::vector<double> values = values_of(smaller);
    const std::size_t place = winner(values);
    Valued found{.set = std::move(smaller[place]), .value = values[place]};
    // A set with nothing but the features to keep was not chosen, so there is no value to compare.
    if (found.set.size() == keep_.size() || !improves(found)) return std::nullopt;
    best_[found.set.size()] = found;
    return std::move(found.set);
  }

  C& criterion_;
  std::size_t features_;
  std::span<const Feature> keep_;
  std::size_t goal_;
  std::vector<std::optional<Valued>> best_;  // by size
  const Context& context_;
};

}  // namespace pith
