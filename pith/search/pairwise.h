// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/measure/information.h"
#include "pith/stats/source.h"

namespace pith {

/// What a candidate x shares with the feature s that was selected last.
struct Terms {
  double redundancy = 0;  ///< I(x;s)
};

/// The state of one candidate in a search that looks at pairs of features. Copied for every
/// candidate from a first one that knows the parameters.
template <class C>
concept PairCriterion = std::copyable<C> &&
    requires(C state, const C& same, const Terms& last, double relevance) {
  state.absorb(last);
  { same.score(relevance) } -> std::same_as<double>;
};

/// I(x;y) of every feature x with the target y, in nats. Where values are missing their counts are
/// spread over the levels.
std::vector<double> relevances(const Source& source, const Context& context);

/// Makes a criterion of all candidates (as forward() wants it) out of the criterion of one.
template <PairCriterion C>
class Pairwise {
 public:
  Pairwise(const Source& source, const C& first, const Context& context)
      : source_(source),
        relevances_(relevances(source, context)),
        states_(source.features(), first) {}

  void absorb(Feature selected, std::span<const Feature> candidates, const Context& context) {
    source_.pair_counts(
        selected, candidates,
        [&](std::size_t i, const Counts& counts) {
          states_[candidates[i]].absorb({.redundancy = information(entropies(counts))});
        },
        context);
  }
  double score(Feature candidate) const { return states_[candidate].score(relevances_[candidate]); }

 private:
  const Source& source_;
  std::vector<double> relevances_;
  std::vector<C> states_;
};

}  // namespace pith
