// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_aside.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "pith/data/identifier_rules.h"

namespace pith::select_internal {
namespace {

using Finding = IdentifierFinding;

Finding examine_text(const ColumnSummary& summary) {
  const std::uint64_t distinct =
      summary.has_more_levels ? summary.distinct.value_or(max_pass_levels) : summary.levels.size();
  if (!are_nearly_unique(distinct, summary.present)) return Finding::none;
  std::vector<std::string> names;
  for (const auto& [name, count] : summary.levels)
    names.push_back(name);
  return !names.empty() && are_numbers(names) ? Finding::none : Finding::named;
}

bool are_all_distinct(const ColumnSummary& summary) {
  if (!summary.has_more_values) return summary.values.size() == summary.present;
  // Beyond what is counted exactly, an estimate must do.
  constexpr double accuracy = 0.97;
  return static_cast<double>(summary.distinct.value_or(0)) >=
         accuracy * static_cast<double>(summary.present);
}

Finding examine_numbers(const PassFeature& feature, const ColumnSummary& summary,
                        std::string_view name) {
  if (feature.is_declared_numeric || feature.is_date || !summary.are_integers ||
      summary.present < min_identifiers) {
    return Finding::none;
  }
  const bool has_name = is_identifier_name(name);
  if (summary.is_permutation()) return has_name ? Finding::named : Finding::running;
  return has_name && are_all_distinct(summary) ? Finding::named : Finding::none;
}

Finding examine(const PassFeature& feature, const ColumnSummary& summary, std::string_view name) {
  if (!feature.has_numbers) return examine_text(summary);
  // Numbers that were declared categorical are categories.
  return feature.is_codes ? Finding::none : examine_numbers(feature, summary, name);
}

std::vector<bool> identifiers_of(const PassTable& table, const TableSummary& summary) {
  const std::vector<std::string> names = table.names();
  const std::vector<std::string> others =
      table.target ? std::vector{table.target->name} : std::vector<std::string>{};
  const std::vector<std::string_view> deciding = names_that_decide(names, others);
  std::vector<Finding> findings(names.size());
  for (std::size_t i = 0; i < findings.size(); ++i)
    findings[i] = examine(table.features[i], summary.feature(i), deciding[i]);
  return identifiers_among(findings);
}

}  // namespace

std::vector<SetAside> find_set_aside(const PassTable& table, const TableSummary& summary,
                                     const AsideRules& rules) {
  const std::vector<std::string> names = table.names();
  const std::vector<bool> are_ids =
      rules.identifiers ? identifiers_of(table, summary) : std::vector<bool>(names.size());
  return pith::find_set_aside(
      {.names = names,
       .is_empty = [&](Feature feature) { return summary.feature(feature).is_empty(); },
       .is_identifier = [&](Feature feature) { return are_ids[feature]; },
       .is_constant = [&](Feature feature) { return summary.feature(feature).is_constant(); },
       .source = table.source},
      rules);
}

}  // namespace pith::select_internal
