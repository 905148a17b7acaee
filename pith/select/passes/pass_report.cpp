// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_report.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pith/base/text.h"
#include "pith/select/notes.h"
#include "pith/stats/passes/tables_pass.h"

namespace pith::select_internal {
namespace {

/// Whether each class has one code, and each code belongs to one class.
bool is_one_to_one(std::span<const std::uint64_t> table, std::size_t classes) {
  std::size_t used = 0;
  std::vector<bool> is_taken(classes);
  for (std::size_t code = 0; code < table.size() / classes; ++code) {
    std::size_t own = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      if (table[code * classes + c] == 0) continue;
      if (is_taken[c]) return false;
      is_taken[c] = true;
      ++own;
      ++used;
    }
    if (own > 1) return false;
  }
  return used == classes;
}

/// Whether a class has several codes.
bool has_split_class(std::span<const std::uint64_t> table, std::size_t classes) {
  std::vector<bool> is_taken(classes);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i] == 0) continue;
    if (is_taken[i % classes]) return true;
    is_taken[i % classes] = true;
  }
  return false;
}

/// Whether the statistics that are known show that a class has several values.
bool is_no_duplicate(const PassPrepared& prepared, Feature feature) {
  const EncodedFacts& facts = prepared.facts;
  const std::size_t classes = facts.class_rows.size();
  if (facts.class_tables.size() == facts.names.size())
    return has_split_class(facts.class_tables[feature], classes);
  if (facts.moments.empty() || !facts.encoding.features[feature].is_numeric()) return false;
  const auto first = facts.moments.begin() + static_cast<std::ptrdiff_t>(feature * classes);
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(classes),
                     [](const GridMoments& moments) { return moments.deviation() > 0; });
}

FeatureEncoding by_values(const PassFeature& feature, const ColumnSummary& summary) {
  FeatureEncoding made{
      .kind = feature.has_numbers ? FeatureEncoding::Kind::values : FeatureEncoding::Kind::levels,
      .field = feature.field,
      .name = feature.name};
  for (const auto& [value, count] : summary.values)
    made.values.push_back(value);
  for (const auto& [level, count] : summary.levels)
    made.levels.push_back(level);
  return made;
}

/// A selected feature that may duplicate the target, with a code for each value.
struct Candidate {
  const Selected* step = nullptr;
  FeatureEncoding encoding = {};
};

/// The selected features that have no missing value and as many values as there are classes.
std::vector<Candidate> possible_duplicates(Runner& runner, const PassInput& input,
                                           const PassPrepared& prepared, const Selection& selection,
                                           const Context& context) {
  const std::size_t classes = input.classes.rows.size();
  PassTable some = input.table;
  some.features.clear();
  std::vector<Candidate> all;
  std::vector<std::size_t> unknown;  // places of those with too many values to know them yet
  for (const Selected& step : selection.selected) {
    const PassFeature& feature = input.table.features[step.feature];
    const ColumnSummary& summary = *input.summaries[step.feature];
    if (summary.missing > 0 || is_no_duplicate(prepared, step.feature)) continue;
    if (feature.has_numbers && summary.has_more_values && classes > max_integer_levels) {
      some.features.push_back(feature);
      some.features.back().is_codes = true;  // so that more values are counted
      unknown.push_back(all.size());
    }
    all.push_back({.step = &step, .encoding = by_values(feature, summary)});
  }
  if (!unknown.empty()) {
    const TableSummary more = summarise(runner, some, {}, context);
    for (std::size_t i = 0; i < unknown.size(); ++i)
      all[unknown[i]].encoding = by_values(some.features[i], more.feature(i));
  }
  std::erase_if(all, [&](const Candidate& each) { return each.encoding.codes() != classes; });
  return all;
}

/// The selected features that duplicate the target, in the order of selection.
std::vector<std::string> duplicates_of_target(Runner& runner, const PassInput& input,
                                              const PassPrepared& prepared,
                                              const Selection& selection, const Context& context) {
  if (!input.table.target || input.rows < min_rows_of_notes) return {};
  const std::vector<Candidate> candidates =
      possible_duplicates(runner, input, prepared, selection, context);
  if (candidates.empty()) return {};
  const std::size_t classes = input.classes.rows.size();
  Encoding encoding;
  encoding.target = input.classes.encoding;
  for (const Candidate& each : candidates)
    encoding.features.push_back(each.encoding);
  runner.encode(encoding, context);
  const ClassTablesPass pass(
      std::vector<std::uint32_t>(candidates.size(), static_cast<std::uint32_t>(classes)), classes);
  const auto state = run_pass<ClassTablesState>(runner, pass, context);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (is_one_to_one(state->table(i), classes)) names.push_back(quoted(candidates[i].step->name));
  }
  return names;
}

std::vector<std::string> unique_features(const PassPrepared& prepared, const Selection& selection) {
  if (prepared.facts.rows < min_rows_of_notes) return {};
  std::vector<std::string> names;
  for (const Selected& step : selection.selected) {
    const FeatureEncoding& encoding = prepared.facts.encoding.features[step.feature];
    if (!encoding.is_numeric() && encoding.codes() == prepared.facts.rows)
      names.push_back(quoted(step.name));
  }
  return names;
}

FittedFeature::Kind kind_of(const PassFeature& feature) {
  if (feature.is_codes) return FittedFeature::Kind::category;
  return feature.is_date ? FittedFeature::Kind::date : FittedFeature::Kind::number;
}

/// A boolean feature that the method got as numbers stays a category, with the values of all rows.
FittedFeature fitted_boolean(const PassFeature& feature, const ColumnSummary& summary) {
  const Levels levels = feature_levels(feature, summary);
  FittedFeature fitted{.name = feature.name, .kind = FittedFeature::Kind::category};
  if (const auto code = levels.mode()) fitted.fill_level = levels.names[*code];
  fitted.levels = levels.names;
  return fitted;
}

FittedFeature fitted_feature(const PassFeature& feature, const PreparedFeature& prepared,
                             const FeatureEncoding& encoding, std::optional<double> mean) {
  FittedFeature fitted{
      .name = feature.name, .kind = kind_of(feature), .stray = feature.stray_tokens};
  if (!prepared.is_codes) {
    fitted.fill_number = mean;
    if (prepared.is_binned) fitted.cuts = encoding.cuts;
    return fitted;
  }
  fitted.levels = prepared.levels.names;
  const std::optional<std::uint32_t> code = prepared.levels.mode();
  if (!code) return fitted;
  if (feature.is_codes) {
    fitted.fill_level = prepared.levels.names[*code];
  } else {
    fitted.fill_number = prepared.levels.values[*code];
  }
  return fitted;
}

/// The means of the selected features that stayed numbers, as far as they are not known.
std::vector<std::optional<double>> means_of_selected(Runner& runner, const PassInput& input,
                                                     const PassPrepared& prepared,
                                                     const Selection& selection,
                                                     const Context& context) {
  std::vector<std::optional<double>> means(selection.selected.size());
  std::vector<std::size_t> places;
  std::vector<NumericColumn> columns;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const Feature feature = selection.selected[i].feature;
    const PreparedFeature& own = prepared.features[feature];
    means[i] = own.mean;
    if (own.is_codes || own.mean) continue;
    const ColumnSummary& summary = *prepared.kept[feature];
    places.push_back(i);
    columns.push_back({.field = input.table.features[feature].field,
                       .name = input.table.features[feature].name,
                       .min = summary.min,
                       .max = summary.max,
                       .values = summary.present});
  }
  const std::vector<Mean> found = means_of(runner, columns, prepared.rows, context);
  for (std::size_t j = 0; j < places.size(); ++j)
    means[places[j]] = found[j].value;
  return means;
}

}  // namespace

std::vector<std::string> notes_about(Runner& runner, const PassInput& input,
                                     const PassPrepared& prepared, const Selection& selection,
                                     const Context& context) {
  std::vector<std::string> constant;
  for (std::size_t i = 0; i < prepared.features.size(); ++i) {
    if (prepared.features[i].is_constant) constant.push_back(quoted(input.table.features[i].name));
  }
  std::vector<std::string> combinations;
  for (const Feature feature : selection.combinations)
    combinations.push_back(quoted(input.table.features[feature].name));
  std::vector<std::string> notes;
  for (const std::optional<std::string>& note :
       {constant_note(constant), combination_note(combinations),
        unique_note(unique_features(prepared, selection)),
        duplicate_note(duplicates_of_target(runner, input, prepared, selection, context))}) {
    if (note) notes.push_back(*note);
  }
  return notes;
}

std::vector<FittedFeature> fitted_features(Runner& runner, const PassInput& input,
                                           const PassPrepared& prepared, const Selection& selection,
                                           const Context& context) {
  const std::vector<std::optional<double>> means =
      means_of_selected(runner, input, prepared, selection, context);
  std::vector<FittedFeature> fitted;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const Feature feature = selection.selected[i].feature;
    const PassFeature& own = input.table.features[feature];
    const bool is_boolean = own.is_codes && !prepared.features[feature].is_codes;
    fitted.push_back(is_boolean
                         ? fitted_boolean(own, *input.summaries[feature])
                         : fitted_feature(own, prepared.features[feature],
                                          prepared.facts.encoding.features[feature], means[i]));
  }
  return fitted;
}

}  // namespace pith::select_internal
