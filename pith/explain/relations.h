// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/explain/explanation.h"
#include "pith/explain/information_pairs.h"

// Internal: how features relate to the selected ones. Nothing outside explain/ includes this.
namespace pith::explain_internal {

/// A feature belongs to the group of a selected one if their similarity is at least this.
constexpr double group_similarity = 0.3;

NamedFeature named(const Table& table, Feature feature);

/// By position in the selection.
std::vector<ExplainedSubstitutes> substitutes_of(const Table& table, const TracedPairs& pairs,
                                                 const Selection& selection);

/// Each feature that is not selected belongs to the selected one that it is most similar to.
std::vector<RedundancyGroup> groups_of(const Table& table, const TracedPairs& pairs,
                                       const Selection& selection);

/// Fills in how relevant the feature is, and the selected feature that it is most similar to.
void add_relations(const Table& table, const TracedPairs& pairs, const Selection& selection,
                   WhyNot& found);

/// The features to show as a matrix: the selected ones, then the most relevant others.
std::vector<Feature> features_to_compare(const TracedPairs& pairs, const Selection& selection);
/// The similarity of these features, positions in the whole table.
std::vector<std::vector<double>> similarities(const InformationTable& coded,
                                              std::span<const Feature> features,
                                              const TermOptions& options, const Context& context);

}  // namespace pith::explain_internal
