// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/missing_rules.h"
#include "pith/data/target_rules.h"

namespace pith::select_internal {

std::optional<std::uint32_t> Levels::mode() const {
  return most_frequent_code(counts);
}

Levels levels_of(const std::map<std::string, std::uint64_t>& counts) {
  Levels levels;
  for (const auto& [name, count] : counts) {
    levels.names.push_back(name);
    levels.counts.push_back(static_cast<double>(count));
  }
  const std::optional<std::vector<double>> values = numbers_of(levels.names);
  if (!values) return levels;
  std::vector<std::size_t> order(levels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return (*values)[a] < (*values)[b]; });
  Levels sorted;
  for (const std::size_t place : order) {
    sorted.names.push_back(levels.names[place]);
    sorted.counts.push_back(levels.counts[place]);
  }
  return sorted;
}

Levels levels_of(const std::map<double, std::uint64_t>& counts) {
  Levels levels;
  for (const auto& [value, count] : counts) {
    levels.names.push_back(number_text(value));
    levels.values.push_back(value);
    levels.counts.push_back(static_cast<double>(count));
  }
  return levels;
}

Levels feature_levels(const PassFeature& feature, const ColumnSummary& summary) {
  if (feature.has_numbers ? summary.has_more_values : summary.has_more_levels) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("feature {} has more than {} distinct values, too many for categories; drop it "
                    "({})",
                    quoted(feature.name), max_pass_levels, option("drop")));
  }
  if (feature.has_numbers) return levels_of(summary.values);
  // Truth values have both levels, found or not; text such as `yes` has those that are found.
  std::map<std::string, std::uint64_t> counts = summary.levels;
  const bool has_own_words = std::any_of(counts.begin(), counts.end(), [](const auto& level) {
    return level.first != "False" && level.first != "True";
  });
  if (feature.is_boolean && !has_own_words) {
    counts.try_emplace("False", 0);
    counts.try_emplace("True", 0);
  }
  return levels_of(counts);
}

Levels with_counts(Levels levels, const PassFeature& feature, const ColumnSummary& summary) {
  const auto count_of = [](const auto& counts, const auto& key) {
    const auto place = counts.find(key);
    return place == counts.end() ? 0.0 : static_cast<double>(place->second);
  };
  for (std::size_t code = 0; code < levels.size(); ++code) {
    levels.counts[code] = feature.has_numbers ? count_of(summary.values, levels.values[code])
                                              : count_of(summary.levels, levels.names[code]);
  }
  return levels;
}

}  // namespace pith::select_internal
