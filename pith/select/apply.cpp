// SPDX-License-Identifier: Apache-2.0
#include "pith/select/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/data/column_memory.h"
#include "pith/data/number.h"

namespace pith {
namespace {

using Kind = FittedFeature::Kind;

constexpr std::array<std::pair<std::string_view, Unknown>, 3> words{
    {{"error", Unknown::error}, {"missing", Unknown::missing}, {"keep", Unknown::keep}}};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string_view plural(Kind kind) {
  switch (kind) {
    case Kind::number:
      return "numbers";
    case Kind::category:
      return "categories";
    case Kind::date:
      return "dates";
  }
  return "";
}

[[noreturn]] void reject_kind(const FittedFeature& feature, std::string_view here,
                              const std::string& value, std::size_t row) {
  throw Error(ErrorKind::bad_data,
              fmt::format("column {} holds {} in the selection, but {} here: {} in row {} (counted "
                          "from 0); correct the values, or select again",
                          quoted(feature.name), plural(feature.kind), here, quoted(value), row));
}

std::size_t first_present(const Column& column) {
  std::size_t row = 0;
  while (row < column.rows() && column.missing().test(row))
    ++row;
  return row;
}

/// The first row that has this code.
std::size_t first_row(const Column& codes, std::uint32_t code) {
  std::size_t row = 0;
  while (codes.missing().test(row) || codes.code(row) != code)
    ++row;
  return row;
}

std::vector<bool> used_levels(const Column& codes) {
  std::vector<bool> used(codes.levels());
  for (std::size_t row = 0; row < codes.rows(); ++row) {
    if (!codes.missing().test(row)) used[codes.code(row)] = true;
  }
  return used;
}

/// Texts as numbers, where a reader found too many texts to take the column for numbers.
Column numbers_of(const Column& codes, const FittedFeature& feature) {
  const std::vector<bool> used = used_levels(codes);
  std::vector<double> values(codes.levels(), not_a_number);
  for (std::uint32_t code = 0; code < values.size(); ++code) {
    if (!used[code]) continue;
    const std::string& level = codes.level(code);
    const std::optional<double> value = number_of(level);
    const bool is_stray =
        std::find(feature.stray.begin(), feature.stray.end(), level) != feature.stray.end();
    if (is_stray) continue;
    if (!value || !std::isfinite(*value))
      reject_kind(feature, "text", level, first_row(codes, code));
    values[code] = *value;
  }
  std::vector<double> numbers(codes.rows(), not_a_number);
  Mask missing;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!codes.missing().test(row)) numbers[row] = values[codes.code(row)];
    if (std::isnan(numbers[row])) missing.set(row);
  }
  return Column::from_numbers(std::move(numbers), std::move(missing));
}

/// The column with the kind that it had in the selection.
Column as_fitted(const Column& column, const FittedFeature& feature) {
  const std::size_t present = first_present(column);
  if (present == column.rows()) {  // without a value, every kind will do
    if (feature.kind == Kind::category) return as_codes(column);
    return Column::from_numbers(std::vector<double>(column.rows(), not_a_number), column.missing());
  }
  if (feature.kind == Kind::category) {
    if (column.is_codes()) return column;
    const bool has_numbers =
        !column.is_date() &&
        std::any_of(feature.levels.begin(), feature.levels.end(),
                    [](const std::string& level) { return number_of(level).has_value(); });
    if (has_numbers) return as_codes(column);
    reject_kind(feature, column.is_date() ? "dates" : "numbers",
                number_text(column.number(present)), present);
  }
  if (column.is_codes()) {
    if (feature.kind == Kind::number) return numbers_of(column, feature);
    reject_kind(feature, "text", column.level(column.code(present)), present);
  }
  if (column.is_date() != (feature.kind == Kind::date)) {
    reject_kind(feature, column.is_date() ? "dates" : "numbers",
                number_text(column.number(present)), present);
  }
  return column;
}

[[noreturn]] void reject_unknown(const FittedFeature& feature, const std::string& level,
                                 std::size_t row) {
  std::vector<std::string> known(feature.levels.size());
  std::transform(feature.levels.begin(), feature.levels.end(), known.begin(),
                 [](const std::string& each) { return quoted(each); });
  throw Error(ErrorKind::bad_data,
              fmt::format("column {} has the value {} in row {} (counted from 0), which the "
                          "selection does not know; it knows {}; use {}",
                          quoted(feature.name), quoted(level), row, listed(known),
                          option("unknown", "missing")));
}

/// Categories with the levels of the selection, in its order, and then those that it does not
/// know, unless `unknown` rejects them or makes them missing.
Column with_fitted_levels(const Column& column, const FittedFeature& feature, Unknown unknown) {
  std::vector<std::string> levels = feature.levels;
  TextIndex known;
  for (const std::string& level : levels)
    known.insert(level);
  const std::vector<bool> used = used_levels(column);
  std::vector<std::optional<std::uint32_t>> places(column.levels());
  for (std::uint32_t code = 0; code < places.size(); ++code) {
    if (!used[code]) continue;
    const std::string& level = column.level(code);
    if (const auto place = known.find(level)) {
      places[code] = *place;
    } else if (unknown == Unknown::keep) {
      places[code] = static_cast<std::uint32_t>(levels.size());
      levels.push_back(level);
    } else if (unknown == Unknown::error) {
      reject_unknown(feature, level, first_row(column, code));
    }
  }
  std::vector<std::uint32_t> values(column.rows());
  Mask missing;
  for (std::size_t row = 0; row < values.size(); ++row) {
    const auto place =
        column.missing().test(row) ? std::optional<std::uint32_t>() : places[column.code(row)];
    values[row] = place.value_or(0);
    if (!place) missing.set(row);
  }
  return Column::from_codes(values, std::move(levels), std::move(missing));
}

/// The levels of numbers that were taken as categories, ascending.
std::vector<double> level_numbers(const FittedFeature& feature) {
  std::vector<double> numbers(feature.levels.size());
  std::transform(feature.levels.begin(), feature.levels.end(), numbers.begin(),
                 [](const std::string& level) { return number_of(level).value_or(0); });
  return numbers;
}

/// The same for numbers that were taken as categories: which numbers the selection knows.
Column with_known_numbers(const Column& column, const FittedFeature& feature, Unknown unknown) {
  if (unknown == Unknown::keep) return column;
  const std::vector<double> known = level_numbers(feature);
  std::vector<double> values(column.rows());
  column.copy_numbers(0, values);
  Mask missing = column.missing();
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (missing.test(row)) continue;
    if (std::binary_search(known.begin(), known.end(), values[row])) continue;
    if (unknown == Unknown::error) reject_unknown(feature, number_text(values[row]), row);
    values[row] = not_a_number;
    missing.set(row);
  }
  return Column::from_numbers(std::move(values), std::move(missing)).described_as(column);
}

Column filled(const Column& column, const FittedFeature& feature) {
  if (column.is_numbers()) {
    if (!feature.fill_number) return column;
    std::vector<double> values(column.rows());
    column.copy_numbers(0, values);
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (column.missing().test(row)) values[row] = *feature.fill_number;
    }
    return Column::from_numbers(std::move(values)).described_as(column);
  }
  if (!feature.fill_level) return column;
  const auto& levels = column.level_names();
  const auto fill = std::find(levels.begin(), levels.end(), *feature.fill_level);
  if (fill == levels.end()) return column;
  std::vector<std::uint32_t> codes(column.rows());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    codes[row] = column.missing().test(row) ? static_cast<std::uint32_t>(fill - levels.begin())
                                            : column.code(row);
  }
  return Column::from_codes(codes, levels);
}

/// The codes of a feature, as numbers.
Column coded(const Column& column, const FittedFeature& feature, Missing missing) {
  const bool is_taken_as_numbers = column.is_numbers() && !feature.cuts && feature.levels.empty();
  if (is_taken_as_numbers) return column;
  const std::vector<double> ends = feature.cuts ? *feature.cuts : level_numbers(feature);
  const auto last = static_cast<double>(feature.cuts ? ends.size() + 1 : ends.size());
  const bool has_level = missing == Missing::level;
  std::vector<double> codes(column.rows(), has_level ? last : not_a_number);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (column.missing().test(row)) continue;
    codes[row] =
        column.is_codes()
            ? static_cast<double>(column.code(row))
            : static_cast<double>(std::lower_bound(ends.begin(), ends.end(), column.number(row)) -
                                  ends.begin());
  }
  return Column::from_numbers(std::move(codes), has_level ? Mask() : column.missing());
}

class Applier {
 public:
  Applier(const FittedSelection& selection, const ApplyOptions& options)
      : selection_(&selection),
        imputes_(options.imputes || selection.missing == Missing::impute),
        makes_codes_(options.makes_codes),
        unknown_(options.unknown.value_or(options.makes_codes ? Unknown::error : Unknown::keep)) {
    if (makes_codes_ && unknown_ == Unknown::keep) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("a value that the selection does not know has no code; use {}",
                              option("unknown", {"error", "missing"})));
    }
  }

  Column operator()(const Column& given, const FittedFeature& feature) {
    Column column = as_fitted(given, feature);
    const std::size_t missing = column.missing().count();
    if (column.is_codes()) {
      column = with_fitted_levels(column, feature, unknown_);
    } else if (!feature.levels.empty()) {
      column = with_known_numbers(column, feature, unknown_);
    }
    unknown_values_ += column.missing().count() - missing;
    if (imputes_ && column.has_missing()) {
      const std::size_t before = column.missing().count();
      column = filled(column, feature);
      const std::size_t count = before - column.missing().count();
      filled_values_ += count;
      filled_features_ += count > 0 ? 1 : 0;
    }
    return makes_codes_ ? coded(column, feature, selection_->missing) : column;
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (unknown_values_ > 0) {
      notes.push_back(fmt::format("{} that the selection does not know {} taken as missing",
                                  counted(unknown_values_, "value"),
                                  agree(unknown_values_, "was", "were")));
    }
    if (filled_values_ > 0) {
      notes.push_back(fmt::format("imputed {} in {}", counted(filled_values_, "missing value"),
                                  counted(filled_features_, "feature")));
    }
    return notes;
  }

 private:
  const FittedSelection* selection_;
  bool imputes_;
  bool makes_codes_;
  Unknown unknown_;
  std::size_t unknown_values_ = 0;
  std::size_t filled_values_ = 0;
  std::size_t filled_features_ = 0;
};

/// The places of the names of a table, which are distinct.
TextIndex places_of(std::span<const std::string> names) {
  TextIndex places;
  for (const std::string& name : names)
    places.insert(name);
  return places;
}

void check_names(const FittedSelection& selection, std::span<const std::string> names,
                 const TextIndex& places) {
  std::vector<std::string> absent;
  for (const FittedFeature& feature : selection.features) {
    if (!places.contains(feature.name)) absent.push_back(feature.name);
  }
  if (absent.empty()) return;
  const auto near = nearest_name(absent.front(), names);
  std::string message =
      fmt::format("there is no column {}, which the selection needs{}", quoted(absent.front()),
                  near ? "; did you mean " + quoted(*near) + "?" : "");
  if (absent.size() > 1) {
    std::transform(absent.begin(), absent.end(), absent.begin(),
                   [](const std::string& name) { return quoted(name); });
    message += fmt::format("; {} of {} are not there: {}", absent.size(),
                           counted(selection.features.size(), "column"), listed(absent));
  }
  throw Error(ErrorKind::bad_data, message);
}

/// The target with the classes of the selection, in its order, so that they have the same codes.
Column target_of(const Column& column, const std::vector<std::string>& classes) {
  if (!column.is_codes() || classes.empty()) return column;
  const auto is_number = [](const std::string& text) { return number_of(text).has_value(); };
  const auto& levels = column.level_names();
  const bool was_binned = std::none_of(classes.begin(), classes.end(), is_number) &&
                          std::all_of(levels.begin(), levels.end(), is_number);
  if (was_binned) return numbers_of(column, {});
  return with_fitted_levels(column, {.levels = classes}, Unknown::keep);
}

/// What it takes to make one column: a few copies of its values and of the levels.
Reservation reserve_applied(const Column& given, const std::vector<std::string>& levels,
                            const Context& context) {
  constexpr std::uint64_t bytes_per_text = 4 * sizeof(std::string);
  return context.reserve(4 * given.rows() * sizeof(double) + 2 * given.bytes() +
                             bytes_per_text * levels.size() + long_name_bytes(levels),
                         "preparing a column of the selection", "use a smaller table");
}

Columns applied(const FittedSelection& selection, const Columns& columns,
                const ApplyOptions& options, const Context& context) {
  if (selection.features.empty())
    throw Error(ErrorKind::bad_argument, "the selection has no features");
  const TextIndex places = places_of(columns.names);
  check_names(selection, columns.names, places);
  Columns result{.notes = columns.notes, .source = columns.source, .sha256 = columns.sha256};
  Applier apply_to(selection, options);
  for (const FittedFeature& feature : selection.features) {
    result.names.push_back(feature.name);
    const Column& given = columns.columns[*places.find(feature.name)];
    Reservation held = reserve_applied(given, feature.levels, context);
    const Column made = apply_to(given, feature);
    held.release();
    result.columns.push_back(reserved(made, "the columns of the selection", context));
  }
  for (const DataDescription::Target& target : selection.targets()) {
    const auto place = places.find(target.name);
    if (!place) continue;
    result.names.push_back(target.name);
    const Column& given = columns.columns[*place];
    Reservation held = reserve_applied(given, target.classes, context);
    const Column made = target_of(given, target.classes);
    held.release();
    result.columns.push_back(reserved(made, "the target", context));
  }
  const std::vector<std::string> notes = apply_to.notes();
  result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  return result;
}

}  // namespace

FittedSelection fitted_selection(const Table& table, const Selection& selection) {
  FittedSelection fitted{
      .features = selection.fitted, .target = table.target_name(), .missing = selection.missing};
  for (std::size_t i = 1; i < table.targets(); ++i)
    fitted.more_targets.push_back({.name = table.target_name(i)});
  return fitted;
}

std::vector<DataDescription::Target> FittedSelection::targets() const {
  std::vector<DataDescription::Target> all;
  if (!target.empty()) all.push_back({.name = target, .classes = classes});
  all.insert(all.end(), more_targets.begin(), more_targets.end());
  return all;
}

Unknown parse_unknown(std::string_view text) {
  const auto* const word = std::find_if(words.begin(), words.end(),
                                        [&](const auto& known) { return known.first == text; });
  if (word != words.end()) return word->second;
  throw Error(ErrorKind::bad_argument, fmt::format("{} must be error, missing or keep (got {})",
                                                   option("unknown"), quoted(text)));
}

Kinds fitted_kinds(const FittedSelection& selection) {
  Kinds kinds;
  kinds.may_be_absent = true;
  for (const FittedFeature& feature : selection.features) {
    // Booleans have one spelling, unless they were declared categories.
    const bool is_boolean =
        std::all_of(feature.levels.begin(), feature.levels.end(),
                    [](const std::string& level) { return level == "False" || level == "True"; });
    if (feature.kind == Kind::category && !is_boolean) kinds.categorical.push_back(feature.name);
  }
  for (const DataDescription::Target& target : selection.targets()) {
    const bool has_texts =
        std::any_of(target.classes.begin(), target.classes.end(),
                    [](const std::string& text) { return !number_of(text).has_value(); });
    if (has_texts) kinds.categorical.push_back(target.name);
  }
  return kinds;
}

std::vector<bool> needed_columns(const FittedSelection& selection,
                                 std::span<const std::string> names, const std::string& source) {
  const TextIndex places = places_of(names);
  try {
    check_names(selection, names, places);
  } catch (const Error& error) {
    throw Error(error.kind(), source + ": " + error.marked(), error.cause());
  }
  std::vector<bool> is_needed(names.size());
  for (const FittedFeature& feature : selection.features)
    is_needed[*places.find(feature.name)] = true;
  for (const DataDescription::Target& target : selection.targets()) {
    if (const auto place = places.find(target.name)) is_needed[*place] = true;
  }
  return is_needed;
}

Columns apply(const FittedSelection& selection, const Columns& columns, const ApplyOptions& options,
              const Context& context) {
  try {
    return applied(selection, columns, options, context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data || columns.source.empty()) throw;
    throw Error(error.kind(), columns.source + ": " + error.marked(), error.cause());
  }
}

}  // namespace pith
