// SPDX-License-Identifier: Apache-2.0
#include "pith/data/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/discretize.h"
#include "pith/data/number.h"

namespace pith {
namespace {

constexpr std::size_t most_classes = 65536;

std::string some_names(std::span<const std::string> names) {
  constexpr std::size_t few = 12;
  if (names.empty() || names.size() > few) return "";
  std::string text = names.size() == 1 ? "; the only column is " : "; the columns are ";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : ", ") + quoted(names[i]);
  return text;
}

std::string hint(std::string_view name, std::span<const std::string> names) {
  const auto near = nearest_name(name, names);
  return near ? "; did you mean " + quoted(*near) + "?" : some_names(names);
}

/// The column that `text` names or counts to; `part` says for what it is wanted.
std::size_t find_column(std::span<const std::string> names, std::string_view text,
                        std::string_view part) {
  const auto place = std::find(names.begin(), names.end(), text);
  if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
  std::int64_t position = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, position);
  if (error != std::errc() || end != last) {
    throw Error(ErrorKind::bad_argument, fmt::format("there is no column {} to be the {}{}",
                                                     quoted(text), part, hint(text, names)));
  }
  const auto count = static_cast<std::int64_t>(names.size());
  if (position < -count || position >= count) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("there is no column {} to be the {}; positions go from 0 to {}, or "
                            "from -{} to -1",
                            position, part, count - 1, count));
  }
  return static_cast<std::size_t>(position < 0 ? position + count : position);
}

/// Which columns a list of patterns means: by their very name, or by a glob.
struct Marks {
  std::vector<bool> by_name;
  std::vector<bool> by_glob;

  bool test(std::size_t column) const { return by_name[column] || by_glob[column]; }
};

Marks mark(const std::vector<std::string>& patterns, std::span<const std::string> names) {
  Marks marks{std::vector<bool>(names.size()), std::vector<bool>(names.size())};
  if (patterns.empty()) return marks;
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i)
    places.emplace(names[i], i);
  for (const std::string& pattern : patterns) {
    if (const auto place = places.find(pattern); place != places.end()) {
      marks.by_name[place->second] = true;
      continue;
    }
    bool is_used = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!glob_matches(pattern, names[i])) continue;
      marks.by_glob[i] = true;
      is_used = true;
    }
    if (!is_used) {
      throw Error(ErrorKind::bad_argument, fmt::format("pattern {} matches no column{}",
                                                       quoted(pattern), hint(pattern, names)));
    }
  }
  return marks;
}

/// Which columns play which part; the others are features.
struct Parts {
  std::optional<std::size_t> target;
  std::optional<std::size_t> weights;

  bool is_feature(std::size_t column) const { return column != target && column != weights; }
};

Parts find_parts(std::span<const std::string> names, const Roles& roles) {
  Parts parts;
  if (!roles.weights.empty()) parts.weights = find_column(names, roles.weights, "weights");
  const bool is_none =
      roles.target == "none" && std::find(names.begin(), names.end(), roles.target) == names.end();
  if (!roles.has_target || is_none) return parts;
  if (!roles.target.empty()) {
    parts.target = find_column(names, roles.target, "target");
  } else {
    const std::size_t last = names.size() - 1;
    parts.target = parts.weights == last && last > 0 ? last - 1 : last;
  }
  if (parts.weights == parts.target) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("column {} cannot be both target and weights; choose another --target "
                            "or --weights",
                            quoted(names[*parts.target])));
  }
  return parts;
}

std::vector<std::size_t> chosen_features(std::span<const std::string> names, const Roles& roles,
                                         const Parts& parts) {
  const Marks wanted = mark(roles.features, names);
  const Marks dropped = mark(roles.drop, names);
  std::vector<std::size_t> chosen;
  std::size_t candidates = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!parts.is_feature(i)) continue;
    ++candidates;
    if ((roles.features.empty() || wanted.test(i)) && !dropped.test(i)) chosen.push_back(i);
  }
  if (chosen.empty() && candidates > 0) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("none of the {} features is left; ask for less in --features and --drop",
                    candidates));
  }
  return chosen;
}

/// Categories as the numbers that are their names, unless one is the name of no finite number.
std::optional<Column> as_numbers(const Column& codes) {
  std::vector<double> values(codes.levels());
  for (std::size_t code = 0; code < values.size(); ++code) {
    const std::optional<double> value = number_of(codes.level(code));
    if (!value || !std::isfinite(*value)) return std::nullopt;
    values[code] = *value;
  }
  std::vector<double> numbers(codes.rows(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!codes.missing().test(row)) numbers[row] = values[codes.code(row)];
  }
  return Column::from_numbers(std::move(numbers), codes.missing());
}

const std::string& first_text(const Column& codes) {
  const auto& names = codes.level_names();
  return *std::find_if(names.begin(), names.end(), [](const std::string& name) {
    const std::optional<double> value = number_of(name);
    return !value || !std::isfinite(*value);
  });
}

/// The column as the user claims it to be. Categories whose names are numbers (a reader may have
/// kept them as text) can be numeric.
Column as_claimed(const Column& column, const std::string& name, Claim claim) {
  if (claim == Claim::categorical) return as_codes(column);
  if (claim == Claim::none) return column;
  if (column.is_numbers()) return column.declared_numeric();
  const std::optional<Column> numbers = as_numbers(column);
  if (!numbers) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("column {} is to be numeric, but holds text, such as {}; leave it out of "
                    "--numeric, or clean it",
                    quoted(name), quoted(first_text(column))));
  }
  return numbers->declared_numeric();
}

/// What was claimed of this column by its very name: a glob such as '*' speaks of features only.
Claim claim_by_name(const Kinds& kinds, const std::string& name) {
  const auto names = [&name](const std::vector<std::string>& patterns) {
    return std::find(patterns.begin(), patterns.end(), name) != patterns.end();
  };
  if (names(kinds.categorical)) return Claim::categorical;
  return names(kinds.numeric) ? Claim::numeric : Claim::none;
}

/// The rows that have a value, or nothing when all have one.
std::optional<std::vector<std::size_t>> rows_with_target(const Column& target,
                                                         const std::string& name,
                                                         const Roles& roles) {
  const std::size_t gaps = target.missing().count();
  if (gaps == 0) return std::nullopt;
  std::vector<std::size_t> rows;
  rows.reserve(target.rows() - gaps);
  std::size_t first = target.rows();
  for (std::size_t row = 0; row < target.rows(); ++row) {
    if (!target.missing().test(row)) {
      rows.push_back(row);
    } else if (first == target.rows()) {
      first = row;
    }
  }
  if (!roles.drop_rows_without_target) {
    throw Error(ErrorKind::bad_data,
                fmt::format("target {} is missing in {} row{}, first in row {} (counted from 0); "
                            "--missing drop drops such rows",
                            quoted(name), gaps, gaps == 1 ? "" : "s", first));
  }
  if (rows.empty()) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("target {} is missing in every row; choose another --target", quoted(name)));
  }
  return rows;
}

void check_numeric_classes(const Column& target, const std::string& name, Claim claim) {
  const auto numbers = target.numbers();
  if (claim == Claim::numeric) {
    throw Error(ErrorKind::bad_data,
                fmt::format("target {} is to be numeric, but must be classes; bin it, for example "
                            "with --target-bins frequency:3",
                            quoted(name)));
  }
  const auto fraction = std::find_if(numbers.begin(), numbers.end(),
                                     [](double value) { return value != std::trunc(value); });
  if (fraction != numbers.end()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("target {} has fractions ({} in row {}, counted from 0), but must be "
                            "classes; bin it, for example with --target-bins frequency:3",
                            quoted(name), number_text(*fraction), fraction - numbers.begin()));
  }
}

Column class_target(const Column& read, const std::string& name, const Roles& roles,
                    std::span<const double> weights) {
  const Claim claim = claim_by_name(roles.kinds, name);
  Column column = claim == Claim::numeric ? as_claimed(read, name, claim) : read;
  // Where a glob such as '*' said categorical, a reader has kept the text; but it spoke of
  // features.
  if (column.is_codes() && claim == Claim::none && matches_any(roles.kinds.categorical, name)) {
    column = as_numbers(column).value_or(column);
  }
  if (!roles.target_bins.empty()) {
    if (column.is_codes()) {
      throw Error(
          ErrorKind::bad_argument,
          fmt::format("target {} is classes already; leave --target-bins out", quoted(name)));
    }
    return discretize(column, parse_target_bins(roles.target_bins), {.weights = weights});
  }
  const bool is_numeric = column.is_numbers() && claim != Claim::categorical;
  if (is_numeric) check_numeric_classes(column, name, claim);
  Column classes = without_empty_levels(as_codes(column));
  if (classes.levels() > most_classes) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("target {} has {} classes, more than {}; choose another --target, or bin "
                    "it with --target-bins",
                    quoted(name), classes.levels(), most_classes));
  }
  // Two rows of two classes are a toy; more rows than that without any repeat are measurements.
  if (is_numeric && classes.levels() == classes.rows() && classes.rows() > 2) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("target {} has a different number in each of the {} rows, so that every "
                    "row would be its own class; choose another --target, or bin it with "
                    "--target-bins",
                    quoted(name), classes.rows()));
  }
  return classes;
}

/// Numbers of which few occur more than a few times are likely to be amounts.
std::optional<std::string> amount_note(const Column& read, const TableParts& made,
                                       const Roles& roles) {
  constexpr std::size_t many = 20;
  constexpr std::size_t few_rows_each = 5;
  const std::size_t classes = made.target->levels();
  const bool is_meant = claim_by_name(roles.kinds, made.target_name) == Claim::categorical;
  if (!read.is_numbers() || is_meant || !roles.target_bins.empty() || classes <= many ||
      classes * few_rows_each <= read.rows()) {
    return std::nullopt;
  }
  return fmt::format(
      "target {} has {} classes in {} rows; if it is an amount, bin it "
      "(--target-bins)",
      quoted(made.target_name), classes, read.rows());
}

std::vector<double> weights_of(const Column& read, const std::string& name) {
  const Column column = read.is_codes() ? as_numbers(read).value_or(read) : read;
  if (!column.is_numbers()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("weights {} hold text, such as {}; choose a column of numbers",
                            quoted(name), quoted(first_text(column))));
  }
  if (column.has_missing()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("weights {} have {} missing value{}; fill them, 0 leaves a row out",
                            quoted(name), column.missing().count(),
                            column.missing().count() == 1 ? "" : "s"));
  }
  std::vector<double> weights(column.rows());
  column.copy_numbers(0, weights);
  return weights;
}

/// Leaves out rows of weight 0: they count as absent, so they must not decide about anything.
void leave_out_weightless(Columns& columns, const Column& weights) {
  if (!weights.is_numbers()) return;  // refused later
  const Numbers numbers = weights.numbers();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < weights.rows(); ++row) {
    if (numbers[row] < 0) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("weight {} of row {} (counted from 0) is negative; a weight says how "
                              "often its row counts",
                              number_text(numbers[row]), row));
    }
    if (numbers[row] != 0) rows.push_back(row);
  }
  const std::size_t gone = weights.rows() - rows.size();
  if (gone == 0 || rows.empty()) return;
  for (Column& column : columns.columns)
    column = column.take(rows);
  columns.notes.push_back(fmt::format("left out {} row{} of weight 0", gone, gone == 1 ? "" : "s"));
}

Table make_table(Columns columns, const Roles& roles) {
  const std::vector<std::string>& names = columns.names;
  if (names.empty()) throw Error(ErrorKind::bad_data, "the table has no columns");
  const Parts parts = find_parts(names, roles);
  if (parts.weights) leave_out_weightless(columns, Column(columns.columns[*parts.weights]));
  const std::vector<Claim> claims = claim_kinds(roles.kinds, names);

  std::optional<std::vector<std::size_t>> rows;
  if (parts.target) {
    rows = rows_with_target(columns.columns[*parts.target], names[*parts.target], roles);
  }
  const auto kept = [&](std::size_t i) {
    return rows ? columns.columns[i].take(*rows) : columns.columns[i];
  };
  TableParts made;
  for (const std::size_t i : chosen_features(names, roles, parts)) {
    made.features.push_back(as_claimed(kept(i), names[i], claims[i]));
    made.names.push_back(names[i]);
  }
  made.notes = std::move(columns.notes);
  if (rows) {
    const std::size_t gone = columns.columns[*parts.target].rows() - rows->size();
    made.notes.push_back(
        fmt::format("dropped {} row{} without a target", gone, gone == 1 ? "" : "s"));
  }
  if (parts.weights) made.weights = weights_of(kept(*parts.weights), names[*parts.weights]);
  if (parts.target) {
    made.target_name = names[*parts.target];
    const Column target = kept(*parts.target);
    made.target = class_target(target, made.target_name, roles, made.weights);
    if (auto note = amount_note(target, made, roles)) made.notes.push_back(std::move(*note));
  }
  if (parts.target && !roles.target_bins.empty()) {
    made.notes.push_back(
        fmt::format("binned target {} by {}", quoted(made.target_name), roles.target_bins));
  }
  made.source = std::move(columns.source);
  made.sha256 = std::move(columns.sha256);
  return Table(std::move(made));
}

}  // namespace

std::vector<Claim> claim_kinds(const Kinds& kinds, std::span<const std::string> names) {
  const Marks categorical = mark(kinds.categorical, names);
  const Marks numeric = mark(kinds.numeric, names);
  std::vector<Claim> claims(names.size(), Claim::none);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_named = categorical.by_name[i] || numeric.by_name[i];
    const bool is_categorical = is_named ? categorical.by_name[i] : categorical.by_glob[i];
    const bool is_numeric = is_named ? numeric.by_name[i] : numeric.by_glob[i];
    if (is_categorical && is_numeric) {
      throw Error(
          ErrorKind::bad_argument,
          fmt::format("column {} is claimed by both --categorical and --numeric; name it in "
                      "one of them",
                      quoted(names[i])));
    }
    if (is_categorical) claims[i] = Claim::categorical;
    if (is_numeric) claims[i] = Claim::numeric;
  }
  return claims;
}

Table assign_roles(Columns columns, const Roles& roles) {
  const std::string source = columns.source;
  try {
    return make_table(std::move(columns), roles);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data || source.empty()) throw;
    throw Error(error.kind(), source + ": " + error.what());
  }
}

}  // namespace pith
