// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parallel.h"
#include "pith/methods/discrete/pair_terms.h"
#include "pith/search/ranking.h"
#include "pith/search/trace.h"

namespace pith {
inline namespace families {

/// The terms of some features, the partners, with each selected feature: what substitutes and
/// groups of selected features are found from. The selected features are partners, too.
class PairStudy {
 public:
  /// How many partners there are at most.
  struct Limits {
    std::size_t selected = 0;  ///< how many features are selected
    bool is_frugal = false;    ///< counting all pairs would cost much more than the search
  };

  /// The features with the highest relevance, as many as the limits permit, and those to watch.
  static std::vector<Feature> choose_partners(std::span<const double> relevance,
                                              std::span<const Feature> watched,
                                              const Limits& limits);

  /// A study of such partners.
  PairStudy(std::span<const double> relevance, std::span<const Feature> watched,
            const Limits& limits, const Context& context);

  /// Notes a pair of a feature and the selected one at this position. Does nothing for a feature
  /// that is not a partner.
  void note(Feature x, std::size_t position, const StudiedPair& pair);
  /// Makes partners of the selected features, and counts the pairs that are not known yet.
  void complete(std::span<const Feature> selected, TargetPairs& pairs, Combine combine,
                const Context& context);

  const std::vector<Feature>& partners() const { return partners_; }
  const std::vector<Feature>& selected() const { return selected_; }
  bool is_selected(std::size_t partner) const { return is_selected_[partner] != 0; }
  /// The place of a partner among the partners.
  std::size_t place(Feature partner) const { return places_[partner]; }
  const StudiedPair& pair(std::size_t partner, std::size_t position) const {
    return pairs_[partner * width_ + position];
  }

  /// Of every feature, not only of partners.
  const std::vector<double>& relevance() const { return relevance_; }

  /// Information and similarity of all pairs, without substitutes. The partners ascend.
  TracedPairs traced() const;

 private:
  static constexpr std::uint32_t no_place = UINT32_MAX;

  void add_partner(Feature feature);
  void count(std::span<const FeaturePair> queries, TargetPairs& pairs, Combine combine,
             const Context& context);

  std::vector<double> relevance_;
  std::size_t width_;  // room for selected features
  std::vector<Feature> partners_;
  std::vector<std::uint32_t> places_;  // by feature
  std::vector<StudiedPair> pairs_;
  std::vector<Feature> selected_;
  std::vector<char> is_selected_;  // by place
  Reservation held_;
};

/// What every partner is worth in the place of the selected feature at `position`, by a criterion
/// that absorbs the other selected features in their order. A single feature is worth its
/// relevance. By place of the partner.
template <PairCriterion C>
std::vector<double> values_in_place(const PairStudy& study, std::size_t position, const C& first,
                                    const Context& context) {
  std::vector<double> values(study.partners().size());
  const std::size_t selected = study.selected().size();
  const Feature replaced = study.selected()[position];
  constexpr std::size_t block = 256;
  parallel_blocks(context, values.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t x = begin; x < end; ++x) {
      const Feature feature = study.partners()[x];
      if (study.is_selected(x) && feature != replaced) continue;
      C state = first;
      for (std::size_t t = 0; t < selected; ++t) {
        if (t != position) state.absorb(study.pair(x, t).terms);
      }
      const double relevance = study.relevance()[feature];
      values[x] = selected > 1 ? state.score(relevance) : relevance;
    }
  });
  return values;
}

/// The partners that lose least in the place of the selected feature at `position`. A constant is
/// no substitute.
std::vector<Substitute> best_substitutes(const PairStudy& study, std::size_t position,
                                         std::span<const double> values);

}  // namespace families
}  // namespace pith
