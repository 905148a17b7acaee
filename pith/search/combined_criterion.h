// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/search/combine.h"
#include "pith/search/forward.h"

namespace pith {

/// A criterion whose score is that of one criterion per target, combined: for a score that is a
/// single term, such as I(S,x;y).
template <Criterion C>
class CombinedCriterion {
 public:
  static constexpr bool is_joint = JointCriterion<C>;

  explicit CombinedCriterion(Combine combine) : combine_(combine) {}

  /// Adds the criterion of the next target, made of these arguments.
  template <class... Args>
  void add(Args&&... args) {
    of_targets_.emplace_back(std::forward<Args>(args)...);
  }
  const C& of_target(std::size_t target) const { return of_targets_[target]; }

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    for (C& criterion : of_targets_)
      criterion.absorb(taken, candidates, context);
  }
  double score(Feature candidate) const {
    std::vector<double> scores;
    for (const C& criterion : of_targets_)
      scores.push_back(criterion.score(candidate));
    return combined(scores, combine_);
  }
  /// The scores of all features for each target, e.g. before a feature is selected.
  std::vector<std::vector<double>> scores(std::size_t features) const {
    std::vector<std::vector<double>> all;
    for (const C& criterion : of_targets_) {
      all.emplace_back();
      for (Feature feature = 0; feature < features; ++feature)
        all.back().push_back(criterion.score(feature));
    }
    return all;
  }

 private:
  std::deque<C> of_targets_;
  Combine combine_;
};

}  // namespace pith
