// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/methods/gaussian/compromise.h"
#include "pith/methods/gaussian/search.h"

namespace pith {

/// What is to happen once every class of every candidate is capped: then the capped information is
/// H(y) whatever is taken.
enum class Fill {
  fit,     ///< go on; ties of the capped information go to the fitted Gaussian
  stop,    ///< take no more
  random,  ///< draw the rest by lot, as the paper does
};

/// The Gaussian compromise with all candidates up to date, for SaturatingSearch.
class CompromiseSearch : public GaussianSearch<GaussianCompromise> {
 public:
  using GaussianSearch::GaussianSearch;

  /// Candidates that can be taken, or all where none can.
  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context&) const {
    std::vector<Feature> found;
    for (const Feature candidate : candidates) {
      if (state().is_admissible(candidate)) found.push_back(candidate);
    }
    return found.empty() ? std::vector<Feature>(candidates.begin(), candidates.end()) : found;
  }
  /// How many candidates were not among the contenders though they can be taken.
  std::size_t left_behind() const { return 0; }
  void update(Feature, const Context&) {}
  bool is_capped(Feature candidate) const { return state().is_capped(candidate); }
};

/// A search for the Gaussian compromise (CompromiseSearch, PrunedCompromise) that knows when the
/// criterion is used up.
template <class Search>
class SaturatingSearch : public Search {
 public:
  SaturatingSearch(Search search, Fill fill, const Context& context)
      : Search(std::move(search)), fill_(fill), lot_(context.seed, 0) {}

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    ++taken_;
    Search::absorb(taken, candidates, context);
  }

  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context& context) {
    std::vector<Feature> found = Search::contenders(candidates, context);
    std::size_t capped = 0;
    for (const Feature candidate : found)
      capped += Search::is_capped(candidate) ? 1 : 0;
    if (capped > 0 && !first_capped_) first_capped_ = taken_ + 1;
    if (capped == found.size() && Search::left_behind() == 0 && !all_capped_)
      all_capped_ = taken_ + 1;
    if (is_used_up() && fill_ == Fill::random) return {found[lot_.below(taken_, found.size())]};
    return found;
  }

  bool stops(double) const { return is_used_up() && fill_ == Fill::stop; }

  /// The step, counted from 1, at which a candidate was capped first, and all were.
  std::optional<std::size_t> first_capped() const { return first_capped_; }
  std::optional<std::size_t> all_capped() const { return all_capped_; }

 private:
  /// Not before the first feature: that one adds all that can be said.
  bool is_used_up() const { return all_capped_ && taken_ > 0; }

  Fill fill_;
  Random lot_;
  std::size_t taken_ = 0;
  std::optional<std::size_t> first_capped_;
  std::optional<std::size_t> all_capped_;
};

}  // namespace pith
