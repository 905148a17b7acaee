// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/relations.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pith/methods/discrete/pair_terms.h"
#include "pith/search/ranking.h"
#include "pith/stats/source.h"

namespace pith::explain_internal {
namespace {

constexpr std::size_t max_members = 10;
constexpr std::size_t max_compared = 40;

/// The place of a feature among the partners; none: it is not one.
std::optional<std::size_t> partner_place(const TracedPairs& pairs, Feature feature) {
  const auto place = std::lower_bound(pairs.partners.begin(), pairs.partners.end(), feature);
  if (place == pairs.partners.end() || *place != feature) return std::nullopt;
  return static_cast<std::size_t>(place - pairs.partners.begin());
}

bool is_selected(const Selection& selection, Feature feature) {
  return std::any_of(selection.selected.begin(), selection.selected.end(),
                     [feature](const Selected& step) { return step.feature == feature; });
}

/// The position of the selected feature that a partner is most similar to; of equals the first.
std::size_t most_similar(const TracedPairs& pairs, std::size_t partner, std::size_t selected) {
  const auto begin = pairs.similarity.begin() + static_cast<std::ptrdiff_t>(partner * selected);
  return static_cast<std::size_t>(
      std::max_element(begin, begin + static_cast<std::ptrdiff_t>(selected)) - begin);
}

}  // namespace

NamedFeature named(const Table& table, Feature feature) {
  return {.feature = feature, .name = table.name(feature)};
}

std::vector<ExplainedSubstitutes> substitutes_of(const Table& table, const TracedPairs& pairs,
                                                 const Selection& selection) {
  std::vector<ExplainedSubstitutes> all;
  const std::size_t width = selection.selected.size();
  for (std::size_t s = 0; s < width; ++s) {
    ExplainedSubstitutes& found = all.emplace_back();
    found.feature = named(table, selection.selected[s].feature);
    for (const Substitute& substitute : pairs.substitutes[s]) {
      const std::size_t place = *partner_place(pairs, substitute.feature);
      found.candidates.push_back({.feature = named(table, substitute.feature),
                                  .loss = substitute.loss,
                                  .similarity = pairs.similarity[place * width + s]});
    }
  }
  return all;
}

std::vector<RedundancyGroup> groups_of(const Table& table, const TracedPairs& pairs,
                                       const Selection& selection) {
  std::vector<RedundancyGroup> groups;
  const std::size_t width = selection.selected.size();
  for (const Selected& step : selection.selected)
    groups.push_back({.feature = named(table, step.feature)});
  if (groups.empty()) return groups;
  for (std::size_t place = 0; place < pairs.partners.size(); ++place) {
    const Feature feature = pairs.partners[place];
    if (is_selected(selection, feature)) continue;
    const std::size_t s = most_similar(pairs, place, width);
    const double similarity = pairs.similarity[place * width + s];
    if (similarity < group_similarity) continue;
    groups[s].members.push_back({.feature = {.feature = feature}, .similarity = similarity});
  }
  for (RedundancyGroup& group : groups) {
    group.count = group.members.size();
    std::stable_sort(group.members.begin(), group.members.end(),
                     [](const auto& a, const auto& b) { return a.similarity > b.similarity; });
    if (group.members.size() > max_members) group.members.resize(max_members);
    for (SimilarFeature& member : group.members)
      member.feature.name = table.name(member.feature.feature);
  }
  return groups;
}

void add_relations(const Table& table, const TracedPairs& pairs, const Selection& selection,
                   WhyNot& found) {
  const Feature feature = found.feature.feature;
  const auto seen = std::lower_bound(pairs.features.begin(), pairs.features.end(), feature);
  if (seen == pairs.features.end() || *seen != feature) return;
  if (table.has_target())
    found.relevance = pairs.relevance[static_cast<std::size_t>(seen - pairs.features.begin())];
  const std::size_t width = selection.selected.size();
  const auto place = partner_place(pairs, feature);
  if (!place || width == 0 || found.selected_as) return;
  const std::size_t s = most_similar(pairs, *place, width);
  found.redundant_with = {.feature = named(table, selection.selected[s].feature),
                          .similarity = pairs.similarity[*place * width + s]};
  found.information = pairs.information[*place * width + s];
}

std::vector<Feature> features_to_compare(const TracedPairs& pairs, const Selection& selection) {
  std::vector<Feature> features = selection.features();
  if (features.size() > max_compared) features.resize(max_compared);
  for (const std::size_t place : order_of(pairs.relevance)) {
    if (features.size() >= max_compared) break;
    if (!is_selected(selection, pairs.features[place])) features.push_back(pairs.features[place]);
  }
  return features;
}

std::vector<std::vector<double>> similarities(const InformationTable& coded,
                                              std::span<const Feature> features,
                                              const TermOptions& options, const Context& context) {
  std::vector<Feature> ascending(features.begin(), features.end());
  std::sort(ascending.begin(), ascending.end());
  const InformationTable own = with_features(coded, ascending);
  const TableSource source(own.table);
  TargetPairs pairs(source, {.correction = options.correction}, context);
  std::vector<FeaturePair> queries;
  const auto position = [&](Feature feature) {
    const auto place = std::lower_bound(ascending.begin(), ascending.end(), feature);
    return static_cast<Feature>(place - ascending.begin());
  };
  for (std::size_t i = 0; i < features.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      queries.push_back({.x = position(features[i]), .s = position(features[j])});
  }
  pairs.count(queries, context);
  std::vector<std::vector<double>> values(features.size(), std::vector<double>(features.size(), 1));
  std::size_t next = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      values[i][j] = values[j][i] = pairs.studied(next++, options.combine).similarity;
  }
  return values;
}

}  // namespace pith::explain_internal
