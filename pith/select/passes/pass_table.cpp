// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/identifier_rules.h"
#include "pith/data/role_columns.h"
#include "pith/data/target_rules.h"

namespace pith::select_internal {
namespace {

PassFeature feature_of(const BlockField& field, std::size_t place) {
  const bool has_numbers = field.kind == Column::Kind::numbers;
  return {.name = field.name,
          .field = place,
          .is_codes = !has_numbers,
          .has_numbers = has_numbers,
          .is_declared_numeric = field.is_declared_numeric,
          .is_date = field.is_date,
          .is_boolean = field.is_boolean,
          .stray = field.stray,
          .stray_tokens = field.stray_tokens};
}

void declare(PassFeature& feature, DeclaredKind kind) {
  if (kind == DeclaredKind::none) return;
  if (kind == DeclaredKind::categorical) {
    feature.is_codes = true;
    return;
  }
  if (!feature.has_numbers) {
    throw Error(ErrorKind::bad_data,
                fmt::format("column {} is declared numeric but stored as text; store it as numbers "
                            "or leave it out of {}",
                            quoted(feature.name), option("numeric")));
  }
  feature.is_declared_numeric = true;
}

PassTable described(const BlockSchema& schema) {
  return {.source = schema.source, .sha256 = schema.sha256, .notes = schema.notes};
}

}  // namespace

std::vector<std::string> PassTable::names() const {
  std::vector<std::string> all;
  std::transform(features.begin(), features.end(), std::back_inserter(all),
                 [](const PassFeature& feature) { return feature.name; });
  return all;
}

std::vector<std::size_t> PassTable::target_fields() const {
  return target ? std::vector{target->field} : std::vector<std::size_t>{};
}

void reject_pass_weights() {
  throw Error(ErrorKind::bad_argument,
              fmt::format("row weights are not supported with {} or with a table beyond memory; "
                          "leave out {}, or repeat the rows",
                          option("exact"), option("weights")));
}

void reject_pass_targets(std::size_t targets) {
  throw Error(ErrorKind::bad_argument,
              fmt::format("several targets (got {}) are not supported with {} or with a table "
                          "beyond memory; name one ({}), or give it more memory ({})",
                          targets, option("exact"), option("target"), option("memory")));
}

PassTable with_roles(const BlockSchema& schema, const Roles& roles) {
  std::vector<std::string> names;
  for (const BlockField& field : schema.fields)
    names.push_back(field.name);
  PassTable table = described(schema);
  return naming_source(table, [&] {
    const RoleColumns columns = role_columns(names, roles);
    if (columns.weights) reject_pass_weights();
    if (columns.targets.size() > 1) reject_pass_targets(columns.targets.size());
    table.roles = columns.roles;
    for (const std::size_t field : columns.features) {
      table.features.push_back(feature_of(schema.fields[field], field));
      declare(table.features.back(), columns.kinds[field]);
    }
    for (const std::size_t target : columns.targets) {
      const BlockField& field = schema.fields[target];
      table.target = PassTarget{.field = target,
                                .name = field.name,
                                .has_numbers = field.kind == Column::Kind::numbers,
                                .declared = declared_by_name(table.roles.kinds, field.name),
                                .stray = field.stray};
    }
    if (table.features.empty()) throw Error(ErrorKind::bad_data, "the table has no features");
    return table;
  });
}

PassTable with_table_roles(const BlockSchema& schema, bool has_target) {
  PassTable table = described(schema);
  const std::size_t features = schema.fields.size() - (has_target ? 1 : 0);
  for (std::size_t i = 0; i < features; ++i)
    table.features.push_back(feature_of(schema.fields[i], i));
  table.has_classes = true;
  if (has_target) table.target = PassTarget{.field = features, .name = schema.fields.back().name};
  return table;
}

TableSummary summarise(Runner& runner, const PassTable& table, const SummaryRequest& request,
                       const Context& context) {
  constexpr std::size_t max_classes = 65'536;
  SummaryPass::Options options{.max_levels = max_pass_levels};
  const std::vector<std::string> names = table.names();
  const std::vector<std::string> others =
      table.target ? std::vector{table.target->name} : std::vector<std::string>{};
  const std::vector<std::string_view> deciding = names_that_decide(names, others);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const PassFeature& feature = table.features[i];
    const bool may_be_id =
        request.finds_ids &&
        (!feature.has_numbers || (!feature.is_codes && is_identifier_name(deciding[i])));
    options.fields.push_back(feature.field);
    options.are_codes.push_back(feature.has_numbers ? 0 : 1);
    options.counts_distinct.push_back(may_be_id ? 1 : 0);
    options.max_values.push_back(feature.is_codes || may_be_id ? max_pass_levels
                                                               : max_integer_levels);
    if (request.is_complete) options.required.push_back(feature.field);
  }
  if (table.target) {
    options.target = table.target->field;
    options.fields.push_back(table.target->field);
    options.are_codes.push_back(table.target->has_numbers ? 0 : 1);
    options.counts_distinct.push_back(1);
    options.max_values.push_back(table.roles.target_bins.empty() ? max_classes : 0);
  }
  return {run_pass<SummaryState>(runner, SummaryPass(std::move(options)), context), names.size()};
}

}  // namespace pith::select_internal
