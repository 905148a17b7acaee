// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/level_tables.h"

#include <algorithm>

#include "pith/stats/passes/pass_source.h"

namespace pith {
inline namespace stats {

std::size_t LevelTables::features() const {
  return facts_.encoding.features.size();
}

std::size_t LevelTables::classes() const {
  return facts_.encoding.target.classes();
}

std::span<const std::uint64_t> LevelTables::table(Feature feature) const {
  return counted_ ? counted_->table(feature)
                  : std::span<const std::uint64_t>(facts_.class_tables[feature]);
}

std::size_t LevelTables::codes(Feature feature) const {
  return std::max<std::size_t>(1, facts_.encoding.features[feature].codes());
}

std::size_t LevelTables::levels(Feature feature) const {
  const FeatureEncoding& encoding = facts_.encoding.features[feature];
  return codes(feature) - (facts_.spreads_missing && encoding.has_missing_code ? 1 : 0);
}

bool LevelTables::has_missing() const {
  const auto& all = facts_.encoding.features;
  return facts_.spreads_missing && std::any_of(all.begin(), all.end(), [](const auto& encoding) {
           return encoding.has_missing_code;
         });
}

Counts LevelTables::target_counts(Feature feature) const {
  Counts counts(levels(feature), classes());
  counts.add({.cells = table(feature), .has_missing_x = has_missing_code(feature)});
  return counts;
}

std::vector<double> LevelTables::code_counts(Feature feature, bool by_class) const {
  const std::size_t count = codes(feature);
  const auto cells = table(feature);
  std::vector<double> counts((by_class ? classes() : 1) * count);
  for (std::size_t code = 0; code < count; ++code) {
    for (std::size_t c = 0; c < classes(); ++c)
      counts[(by_class ? c * count : 0) + code] += static_cast<double>(cells[code * classes() + c]);
  }
  return counts;
}

}  // namespace stats
}  // namespace pith
