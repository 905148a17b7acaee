// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/served_classes.h"

#include <algorithm>

#include "pith/measure/entropy.h"
#include "pith/measure/information.h"
#include "pith/stats/counts.h"
#include "pith/stats/source.h"

namespace pith::explain_internal {
namespace {

/// The information of a feature about whether a row is of this class.
double information_about(const Counts& all, std::size_t label) {
  const std::vector<double> totals = all.x_totals();
  Entropies h;
  std::vector<double> cells;
  for (std::size_t x = 0; x < all.x_levels(); ++x) {
    cells.push_back(all(x, label));
    cells.push_back(totals[x] - all(x, label));
  }
  const double of_class = all.y_totals()[label];
  const double classes[] = {of_class, all.total() - of_class};
  h.x = entropy(totals);
  h.y = entropy(classes);
  h.xy = entropy(cells);
  return information(h);
}

}  // namespace

std::vector<ServedTargets> served_classes(const InformationTable& coded,
                                          std::span<const Feature> features,
                                          const Context& context) {
  std::vector<Feature> ascending(features.begin(), features.end());
  std::sort(ascending.begin(), ascending.end());
  const InformationTable own = with_features(coded, ascending);
  std::vector<ServedTargets> served(features.size());
  const Column& target = own.table.target();
  TableSource(own.table).target_counts(
      [&](Feature feature, const Counts& given) {
        const Counts counts = given.has_missing() ? given.spread() : given;
        const auto place = std::find(features.begin(), features.end(), own.places[feature]);
        ServedTargets& mine = served[static_cast<std::size_t>(place - features.begin())];
        mine.feature.feature = own.places[feature];
        for (std::size_t label = 0; label < counts.y_levels(); ++label)
          mine.targets.push_back({.name = target.level(static_cast<std::uint32_t>(label)),
                                  .information = information_about(counts, label)});
      },
      context);
  return served;
}

}  // namespace pith::explain_internal
