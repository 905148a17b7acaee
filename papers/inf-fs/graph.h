// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "pith/methods/graph/path_energies.h"
#include "pith/search/ranking.h"
#include "pith/stats/source.h"

namespace pith::papers {

/// What inf-fs needs of the features that are not constant, with the defaults of the method.
struct Nodes {
  std::vector<Feature> features;
  std::vector<double> dispersions;
};

inline Nodes nodes_of(const Source& source, const Context& context) {
  Nodes nodes;
  const std::vector<Spread> spreads = source.spreads(context);
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    if (spreads[i].is_constant()) continue;
    nodes.features.push_back(static_cast<Feature>(i));
    nodes.dispersions.push_back(spreads[i].deviation);
  }
  const double most = *std::max_element(nodes.dispersions.begin(), nodes.dispersions.end());
  for (double& dispersion : nodes.dispersions)
    dispersion /= most;
  return nodes;
}

/// The rankings for each alpha, which share the ranks and the passes over the similarity.
inline std::vector<std::vector<Feature>> rankings_of(const Table& table,
                                                     std::span<const double> alphas,
                                                     const Context& context) {
  constexpr double damping = 0.9;
  const TableSource source(table);
  const Nodes nodes = nodes_of(source, context);
  const auto similarity = source.similarity(
      {.kind = SimilarityKind::ranks, .features = nodes.features, .is_kept = true}, context);
  std::vector<std::vector<Feature>> rankings;
  for (const PathEnergies& found :
       path_energies({*similarity, nodes.dispersions}, alphas, damping, context)) {
    std::vector<Feature>& ranking = rankings.emplace_back();
    for (const std::size_t place : order_of(found.scores))
      ranking.push_back(nodes.features[place]);
  }
  return rankings;
}

}  // namespace pith::papers
