// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/search/selection.h"

namespace pith {

/// A set of features with a merit, larger is better.
template <class S>
concept MeritSet = std::copyable<S> &&
    requires(const S& set, Feature feature, const Context& context) {
  { set.members() } -> std::convertible_to<std::span<const Feature>>;
  { set.merit() } -> std::same_as<double>;
  /// The merit with one more feature; cheap.
  { set.merit_with(feature) } -> std::same_as<double>;
  { set.with(feature, context) } -> std::same_as<S>;
};

/// Best-first search as in WEKA: of at most five open sets the best is expanded next, i.e. every
/// set with one more feature is evaluated; ties go to the set found first. The search ends after
/// five expansions that did not improve the best merit by more than 1e-5.
template <MeritSet S>
class BestFirst {
 public:
  BestFirst(std::size_t features, std::size_t most) : features_(features), most_(most) {}

  /// The best set found that contains `start`.
  S search(const S& start, const Context& context) {
    best_ = std::make_shared<const S>(start);
    look_at(best_, context);
    for (std::size_t stale = 0; stale < max_stale && !open_.empty();) {
      context.check_cancelled();
      const Open next = open_.front();
      open_.erase(open_.begin());
      const auto set = std::make_shared<const S>(next.parent->with(next.feature, context));
      stale = look_at(set, context) ? 0 : stale + 1;
    }
    return *best_;
  }

 private:
  using Shared = std::shared_ptr<const S>;

  static constexpr std::size_t max_open = 5;
  static constexpr std::size_t max_stale = 5;
  static constexpr double least_gain = 1e-5;

  /// A set whose merit is known, but which is not constructed yet.
  struct Open {
    Shared parent;
    Feature feature = 0;
    double merit = 0;
  };

  /// Evaluates every set with one more feature; true when one of them is the best so far.
  bool look_at(const Shared& set, const Context& context) {
    if (set->members().size() >= most_) return false;
    const std::vector<bool> is_known = known_additions(*set);
    Open found{.parent = set, .feature = 0, .merit = best_->merit()};
    bool is_better = false;
    for (Feature x = 0; x < features_; ++x) {
      if (is_known[x]) continue;
      const double merit = set->merit_with(x);
      insert({.parent = set, .feature = x, .merit = merit});
      if (merit - found.merit > least_gain) {
        found.merit = merit;
        found.feature = x;
        is_better = true;
      }
    }
    if (is_better) {
      best_ = std::make_shared<const S>(set->with(found.feature, context));
      context.report({.phase = "select", .done = best_->members().size(), .total = most_});
    }
    return is_better;
  }

  /// Features that are in the set already, or lead to a set that was reached before: a set of the
  /// same size that was expanded earlier differs in one member only.
  std::vector<bool> known_additions(const S& set) {
    std::vector<bool> is_known(features_);
    for (const Feature member : set.members())
      is_known[member] = true;
    const std::vector<bool> is_member = is_known;
    for (const std::vector<Feature>& other : looked_at_) {
      if (other.size() != set.members().size()) continue;
      std::vector<Feature> extra;
      std::copy_if(other.begin(), other.end(), std::back_inserter(extra),
                   [&](Feature x) { return !is_member[x]; });
      if (extra.size() == 1) is_known[extra.front()] = true;
    }
    looked_at_.emplace_back(set.members().begin(), set.members().end());
    return is_known;
  }

  void insert(const Open& entry) {
    const auto place = std::find_if(open_.begin(), open_.end(),
                                    [&](const Open& other) { return other.merit < entry.merit; });
    if (place == open_.end() && open_.size() == max_open) return;
    open_.insert(place, entry);
    if (open_.size() > max_open) open_.pop_back();
  }

  std::size_t features_;
  std::size_t most_;
  std::vector<Open> open_;
  std::vector<std::vector<Feature>> looked_at_;
  Shared best_;
};

}  // namespace pith
