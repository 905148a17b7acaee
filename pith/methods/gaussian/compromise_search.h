// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/methods/gaussian/compromise.h"
#include "pith/methods/gaussian/search.h"

namespace pith {
inline namespace families {

/// How to continue once every class of every candidate is capped: then the capped information is
/// H(y) whichever feature is selected.
enum class Fill {
  fit,     ///< continue; the fitted Gaussian breaks the ties
  stop,    ///< stop the search
  random,  ///< select the rest at random, as the paper does
};

/// A criterion that can be saturated, for SaturatingSearch, with all candidates updated at every
/// step.
template <class State>
class EagerSearch : public GaussianSearch<State> {
 public:
  using GaussianSearch<State>::GaussianSearch;
  using GaussianSearch<State>::state;

  /// The admissible candidates, or all if none is admissible.
  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context&) const {
    std::vector<Feature> found;
    for (const Feature candidate : candidates) {
      if (state().is_admissible(candidate)) found.push_back(candidate);
    }
    return found.empty() ? std::vector<Feature>(candidates.begin(), candidates.end()) : found;
  }
  /// The number of admissible candidates that are not among the contenders.
  std::size_t pruned() const { return 0; }
  void update(Feature, const Context&) {}
  bool is_capped(Feature candidate) const { return state().is_capped(candidate); }
};

using CompromiseSearch = EagerSearch<GaussianCompromise>;

/// The selected set after a step.
struct SaturatedStep {
  double uncapped = 0;     ///< the information of the fitted Gaussians
  bool is_capped = false;  ///< every class is capped
};

/// A search for such a criterion (EagerSearch, PrunedCompromise) that detects when the
/// criterion is saturated.
template <class Search>
class SaturatingSearch : public Search {
 public:
  SaturatingSearch(Search search, Fill fill, const Context& context)
      : Search(std::move(search)), fill_(fill), random_(context.seed, 0) {}

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    ++taken_;
    record(taken);
    Search::absorb(taken, candidates, context);
  }
  /// Notes the value of the set with this feature; forward() does not absorb the last one.
  void record(Feature taken) {
    const double uncapped = Search::tie_break(taken);
    const bool adds_nothing = uncapped == -std::numeric_limits<double>::infinity();
    steps_.push_back(adds_nothing ? last_step()
                                  : SaturatedStep{uncapped, Search::is_capped(taken)});
  }

  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context& context) {
    std::vector<Feature> found = Search::contenders(candidates, context);
    std::size_t capped = 0;
    for (const Feature candidate : found)
      capped += Search::is_capped(candidate) ? 1 : 0;
    if (capped > 0 && !first_capped_) first_capped_ = taken_ + 1;
    if (capped == found.size() && Search::pruned() == 0 && !all_capped_) all_capped_ = taken_ + 1;
    if (is_saturated() && fill_ == Fill::random)
      return {found[random_.below(taken_, found.size())]};
    return found;
  }

  bool stops(double) const { return is_saturated() && fill_ == Fill::stop; }

  /// The step, counted from 1, at which the first candidate was capped, and at which all were.
  std::optional<std::size_t> first_capped() const { return first_capped_; }
  std::optional<std::size_t> all_capped() const { return all_capped_; }
  /// The recorded steps, in their order.
  const std::vector<SaturatedStep>& steps() const { return steps_; }

 private:
  SaturatedStep last_step() const { return steps_.empty() ? SaturatedStep{} : steps_.back(); }
  /// False before the first feature is selected, which adds all the information.
  bool is_saturated() const { return all_capped_ && taken_ > 0; }

  Fill fill_;
  Random random_;
  std::size_t taken_ = 0;
  std::optional<std::size_t> first_capped_;
  std::optional<std::size_t> all_capped_;
  std::vector<SaturatedStep> steps_;
};

}  // namespace families
}  // namespace pith
