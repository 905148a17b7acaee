// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_target.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/boolean.h"
#include "pith/data/class_spellings.h"
#include "pith/data/cuts.h"
#include "pith/data/missing_rules.h"
#include "pith/data/target_rules.h"
#include "pith/select/passes/pass_cuts.h"
#include "pith/select/passes/pass_levels.h"
#include "pith/stats/passes/tables_pass.h"

namespace pith::select_internal {
namespace {

Classes made_of(const Levels& levels) {
  Classes classes;
  classes.encoding.values = levels.values;
  classes.encoding.names = levels.names;
  classes.shown = levels.names;
  for (const double count : levels.counts)
    classes.rows.push_back(static_cast<std::uint64_t>(count));
  return classes;
}

/// Counts the rows in each bin of the target; `required` are fields that must have a value.
std::vector<std::uint64_t> bin_rows(Runner& runner, const PassTarget& target,
                                    const std::vector<double>& cuts,
                                    std::vector<std::size_t> required, const Context& context) {
  Encoding encoding;
  encoding.features.push_back({.kind = FeatureEncoding::Kind::cuts,
                               .field = target.field,
                               .name = target.name,
                               .cuts = cuts});
  encoding.required_fields = std::move(required);
  runner.encode(encoding, context);
  const ClassTablesPass pass({static_cast<std::uint32_t>(cuts.size() + 1)}, 1);
  const auto state = run_pass<ClassTablesState>(runner, pass, context);
  const auto table = state->table(0);
  return {table.begin(), table.end()};
}

/// The classes of a target that is cut, without empty bins.
Classes binned(const std::vector<double>& cuts, const std::vector<std::uint64_t>& rows) {
  const std::vector<std::string> names = bin_names(cuts);
  std::map<std::string, std::uint64_t> counts;
  std::vector<std::string> shown;
  for (std::size_t bin = 0; bin < rows.size(); ++bin) {
    if (rows[bin] == 0) continue;
    counts.emplace(names[bin], rows[bin]);
    shown.push_back(names[bin]);
  }
  Classes classes = made_of(levels_of(counts));
  classes.shown = std::move(shown);
  classes.encoding.cuts = cuts;
  for (const std::string& name : names) {
    const auto& all = classes.encoding.names;
    const auto place = std::find(all.begin(), all.end(), name);
    classes.encoding.renumbered.push_back(place == all.end()
                                              ? FeatureEncoding::no_code
                                              : static_cast<std::uint32_t>(place - all.begin()));
  }
  return classes;
}

Classes classes_by_bins(Runner& runner, const PassTable& table, const ColumnSummary& summary,
                        const Context& context) {
  const PassTarget& target = *table.target;
  if (!target.has_numbers) reject_target_bins(target.name);
  const Bins bins = parse_target_bins(table.roles.target_bins);
  const NumericColumn column{.field = target.field,
                             .name = target.name,
                             .min = summary.min,
                             .max = summary.max,
                             .values = summary.present};
  const RowChoice rows{.required = table.target_fields()};
  const std::vector<double> cuts = cuts_of(runner, {&column, 1}, bins, rows, context).front();
  return binned(cuts, bin_rows(runner, target, cuts, rows.required, context));
}

/// As assign_roles() decides it.
bool is_regressed(const PassTarget& target, const ColumnSummary& summary, TaskKind task) {
  if (task != TaskKind::automatic) return task == TaskKind::regress;
  if (target.declared != DeclaredKind::none) return target.declared == DeclaredKind::numeric;
  return target.has_numbers && (!summary.are_integers || summary.has_more_values ||
                                summary.values.size() > max_class_integers);
}

Classes classes_by_value(const PassTarget& target, const ColumnSummary& summary, TaskKind task) {
  const bool is_declared =
      target.declared == DeclaredKind::categorical || task == TaskKind::classify;
  const bool is_numeric = target.has_numbers && target.declared != DeclaredKind::categorical;
  if (is_regressed(target, summary, task)) {
    std::vector<std::string> texts;
    for (const auto& [text, count] : summary.levels)
      texts.push_back(text);
    if (!target.has_numbers && !numbers_of(texts) && !are_boolean_levels(texts))
      reject_text_target(target.name, first_text(texts));
    reject_numeric_by_passes(target.name);
  }
  const bool has_more = target.has_numbers ? summary.has_more_values : summary.has_more_levels;
  Classes classes;
  if (!has_more)
    classes = made_of(target.has_numbers ? levels_of(summary.values) : levels_of(summary.levels));
  check_classes({.name = target.name,
                 .rows = summary.present,
                 .classes = has_more ? summary.distinct.value_or(summary.present)
                                     : classes.encoding.names.size(),
                 .is_numeric = is_numeric,
                 .is_declared_categorical = is_declared});
  return classes;
}

void check_present(const PassTable& table, const TableSummary& summary) {
  const std::string& name = table.target->name;
  const std::uint64_t absent = summary.without_target();
  if (absent == 0) return;
  const std::string& stray = table.target->stray;
  if (!table.roles.drop_rows_without_target)
    reject_missing_target(name, absent, {.stray = stray.empty() ? "" : " " + stray + ";"});
  if (summary.rows() == 0) reject_empty_target(name);
}

void add_notes(const PassTable& table, const TableSummary& summary, Classes& classes) {
  const PassTarget& target = *table.target;
  const std::string& bins = table.roles.target_bins;
  if (summary.without_target() > 0)
    classes.notes.push_back(without_target_note(summary.without_target()));
  const std::optional<std::string> notes[] = {class_spellings(classes.encoding.names, classes.rows),
                                              binned_target_note(target.name, bins)};
  for (const std::optional<std::string>& note : notes) {
    if (note) classes.notes.push_back(*note);
  }
}

void set_field(const PassTarget& target, TargetEncoding& encoding) {
  encoding.field = target.field;
  encoding.name = target.name;
}

}  // namespace

Classes classes_of(Runner& runner, const PassTable& table, const TableSummary& summary,
                   const Context& context) {
  if (!table.target) return {.rows = {summary.rows()}};
  return naming_source(table, [&] {
    check_present(table, summary);
    if (summary.rows() == 0) throw Error(ErrorKind::bad_data, "the table has no rows");
    Classes classes =
        !table.roles.target_bins.empty() ? classes_by_bins(runner, table, summary.target(), context)
        : table.has_classes              ? made_of(levels_of(summary.target().levels))
                            : classes_by_value(*table.target, summary.target(), table.roles.task);
    const std::vector<std::string>& names = classes.encoding.names;
    check_two_classes(table.target->name, names.size(), names.empty() ? "" : names.front());
    set_field(*table.target, classes.encoding);
    if (!table.has_classes) add_notes(table, summary, classes);
    return classes;
  });
}

Classes classes_left(Runner& runner, const PassTable& table, const Classes& all,
                     const TableSummary& complete, const Context& context) {
  if (complete.rows() == 0) reject_no_rows_left();
  if (!table.target) return {.rows = {complete.rows()}};
  Classes left;
  if (!all.encoding.cuts.empty()) {
    std::vector<std::size_t> required = table.target_fields();
    for (const PassFeature& feature : table.features)
      required.push_back(feature.field);
    left = binned(all.encoding.cuts,
                  bin_rows(runner, *table.target, all.encoding.cuts, std::move(required), context));
  } else {
    const ColumnSummary& target = complete.target();
    left = made_of(table.target->has_numbers ? levels_of(target.values) : levels_of(target.levels));
  }
  if (left.rows.size() < 2) reject_one_class_left(left.encoding.names.front());
  set_field(*table.target, left.encoding);
  return left;
}

}  // namespace pith::select_internal
