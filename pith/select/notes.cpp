// SPDX-License-Identifier: Apache-2.0
#include "pith/select/notes.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/select/prepare.h"

namespace pith::select_internal {
namespace {

constexpr std::size_t min_rows = min_rows_of_notes;

std::optional<std::string> weight_note(const Table& table) {
  if (!table.has_weights()) return std::nullopt;
  const double weight = total_weight(table);
  if (weight >= 0.5 * static_cast<double>(table.rows())) return std::nullopt;
  return fmt::format(
      "the weights of {} rows add up to {:.3g}, and scores are computed as for that many rows",
      table.rows(), weight);
}

/// Constant features carry no information, whatever the method.
std::optional<std::string> about_constants(const Table& table) {
  std::vector<std::string> constant;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (is_constant(table.feature(feature))) constant.push_back(quoted(table.name(feature)));
  }
  return constant_note(constant);
}

std::optional<std::string> about_combinations(const Table& table, const Selection& selection) {
  std::vector<std::string> names;
  for (const Feature feature : selection.combinations)
    names.push_back(quoted(table.name(feature)));
  return combination_note(names);
}

/// A categorical feature with a level for every row predicts the training rows perfectly.
std::optional<std::string> identifier_note(const Table& table, const Selection& selection) {
  if (table.rows() < min_rows) return std::nullopt;
  std::vector<std::string> unique;
  for (const Selected& step : selection.selected) {
    const Column& column = table.feature(step.feature);
    if (column.is_codes() && column.levels() == table.rows()) unique.push_back(quoted(step.name));
  }
  return unique_note(unique);
}

/// Whether every class has exactly one value, and no two classes share it. Values must not be
/// missing.
bool determines_the_target(const Column& feature, const Column& target) {
  std::vector<std::optional<double>> of_class(target.levels());
  for (std::size_t row = 0; row < target.rows(); ++row) {
    std::optional<double>& value = of_class[target.code(row)];
    const double here = feature.is_codes() ? feature.code(row) : feature.number(row);
    if (value.value_or(here) != here) return false;
    value = here;
  }
  std::set<double> distinct;
  for (const std::optional<double>& value : of_class) {
    if (value && !distinct.insert(*value).second) return false;
  }
  return true;
}

bool equals_the_target(const Column& feature, const Column& target) {
  if (!feature.is_numbers()) return false;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    if (feature.number(row) != target.number(row)) return false;
  }
  return true;
}

/// A duplicate of the target among the features is nearly always a leak.
std::optional<std::string> target_note(const Table& table, const Selection& selection) {
  if (!table.has_target() || table.rows() < min_rows) return std::nullopt;
  std::vector<std::string> duplicates;
  for (const Selected& step : selection.selected) {
    const Column& column = table.feature(step.feature);
    bool is_duplicate = false;
    for (std::size_t i = 0; i < table.targets() && !column.has_missing(); ++i) {
      const Column& target = table.target(i);
      is_duplicate = is_duplicate || (target.is_codes() ? determines_the_target(column, target)
                                                        : equals_the_target(column, target));
    }
    if (is_duplicate) duplicates.push_back(quoted(step.name));
  }
  return duplicate_note(duplicates);
}

}  // namespace

std::optional<std::string> constant_note(const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  return fmt::format("{} {} constant: {}", counted(names.size(), "feature"),
                     agree(names.size(), "is", "are"), listed(names));
}

std::optional<std::string> combination_note(const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  return fmt::format(
      "skipped {} that {} of the selected features: {}", counted(names.size(), "feature"),
      agree(names.size(), "is a linear combination", "are linear combinations"), listed(names));
}

std::optional<std::string> unique_note(const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  return fmt::format(
      "unique value in every row: {}; IDs look predictive but do not generalise, so drop {} "
      "({})",
      listed(names), agree(names.size(), "it", "them"), option("drop"));
}

std::optional<std::string> duplicate_note(const std::vector<std::string>& names) {
  if (names.empty()) return std::nullopt;
  return fmt::format(
      "{} {} the target, one value per class; drop {} ({}) unless {} known before the target is",
      listed(names), agree(names.size(), "duplicates", "duplicate"),
      agree(names.size(), "it", "them"), option("drop"), agree(names.size(), "it is", "they are"));
}

std::vector<std::string> notes_about(const Table& table, const Table& prepared,
                                     const Selection& selection) {
  std::vector<std::string> notes = prepared.notes();
  for (const std::optional<std::string>& note :
       {weight_note(prepared), about_constants(prepared), about_combinations(prepared, selection),
        identifier_note(prepared, selection), target_note(table, selection)}) {
    if (note) notes.push_back(*note);
  }
  return notes;
}

}  // namespace pith::select_internal
