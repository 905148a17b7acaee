// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/pair_study.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/option.h"

namespace pith {
inline namespace families {
namespace {

// So many pairs are kept at most, and so many steps of states are made of them.
constexpr std::size_t max_pairs = std::size_t{1} << 21U;
constexpr std::size_t max_updates = std::size_t{1} << 28U;
// A frugal study counts so many pairs at most, or a few for every feature.
constexpr std::size_t max_frugal_pairs = std::size_t{1} << 14U;
constexpr std::size_t frugal_pairs_of_feature = 2;

std::size_t max_partners(std::size_t features, const PairStudy::Limits& limits) {
  const std::size_t selected = std::max<std::size_t>(1, limits.selected);
  std::size_t most = std::min(max_pairs / selected, max_updates / selected / selected);
  if (limits.is_frugal)
    most =
        std::min(most, std::max(max_frugal_pairs, frugal_pairs_of_feature * features) / selected);
  return std::min(features, std::max<std::size_t>(1, most));
}

}  // namespace

std::vector<Feature> PairStudy::choose_partners(std::span<const double> relevance,
                                                std::span<const Feature> watched,
                                                const Limits& limits) {
  const std::size_t count = max_partners(relevance.size(), limits);
  std::vector<Feature> chosen(relevance.size());
  std::iota(chosen.begin(), chosen.end(), Feature{0});
  if (count == relevance.size()) return chosen;
  const std::vector<std::size_t> order = order_of(relevance);
  std::transform(order.begin(), order.end(), chosen.begin(),
                 [](std::size_t place) { return static_cast<Feature>(place); });
  chosen.resize(count);
  chosen.insert(chosen.end(), watched.begin(), watched.end());
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

PairStudy::PairStudy(std::span<const double> relevance, std::span<const Feature> watched,
                     const Limits& limits, const Context& context)
    : relevance_(relevance.begin(), relevance.end()),
      width_(limits.selected),
      places_(relevance.size(), no_place) {
  const std::vector<Feature> chosen = choose_partners(relevance, watched, limits);
  const std::size_t room = std::min(relevance.size(), chosen.size() + limits.selected) * width_;
  held_ = context.reserve(room * sizeof(StudiedPair), "the pairs that explain a selection",
                          "select fewer features (" + option("k") + ")");
  pairs_.reserve(room);
  for (const Feature feature : chosen)
    add_partner(feature);
}

void PairStudy::add_partner(Feature feature) {
  if (places_[feature] != no_place) return;
  places_[feature] = static_cast<std::uint32_t>(partners_.size());
  partners_.push_back(feature);
  pairs_.resize(pairs_.size() + width_);
}

void PairStudy::note(Feature x, std::size_t position, const StudiedPair& pair) {
  if (places_[x] == no_place) return;
  StudiedPair& kept = pairs_[places_[x] * width_ + position];
  kept = pair;
  kept.is_known = true;
}

void PairStudy::complete(std::span<const Feature> selected, TargetPairs& pairs, Combine combine,
                         const Context& context) {
  PITH_ASSERT(selected.size() <= width_);
  constexpr std::size_t batch = std::size_t{1} << 16U;
  selected_.assign(selected.begin(), selected.end());
  for (const Feature feature : selected)
    add_partner(feature);
  is_selected_.assign(partners_.size(), 0);
  for (const Feature feature : selected)
    is_selected_[places_[feature]] = 1;
  std::vector<FeaturePair> queries;
  for (std::size_t s = 0; s < selected.size(); ++s) {
    for (std::size_t x = 0; x < partners_.size(); ++x) {
      if (pair(x, s).is_known) continue;
      queries.push_back({.x = partners_[x], .s = selected[s]});
      if (queries.size() < batch) continue;
      count(queries, pairs, combine, context);
      queries.clear();
    }
  }
  if (!queries.empty()) count(queries, pairs, combine, context);
}

void PairStudy::count(std::span<const FeaturePair> queries, TargetPairs& pairs, Combine combine,
                      const Context& context) {
  context.check_cancelled();
  pairs.count(queries, context);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto position = std::find(selected_.begin(), selected_.end(), queries[i].s);
    note(queries[i].x, static_cast<std::size_t>(position - selected_.begin()),
         pairs.studied(i, combine));
  }
}

TracedPairs PairStudy::traced() const {
  TracedPairs traced;
  traced.features.resize(relevance_.size());
  std::iota(traced.features.begin(), traced.features.end(), Feature{0});
  traced.relevance = relevance_;
  traced.partners = partners_;
  std::sort(traced.partners.begin(), traced.partners.end());
  for (const Feature partner : traced.partners) {
    for (std::size_t s = 0; s < selected_.size(); ++s) {
      traced.information.push_back(pair(places_[partner], s).information);
      traced.similarity.push_back(pair(places_[partner], s).similarity);
    }
  }
  return traced;
}

std::vector<Substitute> best_substitutes(const PairStudy& study, std::size_t position,
                                         std::span<const double> values) {
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  std::vector<Feature> others;
  for (std::size_t x = 0; x < values.size(); ++x) {
    if (study.is_selected(x) || study.pair(x, position).is_constant) continue;
    if (values[x] != impossible) others.push_back(study.partners()[x]);
  }
  std::sort(others.begin(), others.end());  // ties go to the lowest index
  std::vector<double> left;
  for (const Feature feature : others)
    left.push_back(values[study.place(feature)]);
  const double own = values[study.place(study.selected()[position])];
  std::vector<Substitute> best;
  while (!others.empty() && best.size() < TracedPairs::max_substitutes) {
    const std::size_t place = winner(left);
    best.push_back({.feature = others[place], .loss = own == left[place] ? 0 : own - left[place]});
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return best;
}

}  // namespace families
}  // namespace pith
