// SPDX-License-Identifier: Apache-2.0
#include "pith/data/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/data/boolean.h"
#include "pith/data/class_spellings.h"
#include "pith/data/column_memory.h"
#include "pith/data/discretize.h"
#include "pith/data/files/needed_columns.h"
#include "pith/data/number.h"
#include "pith/data/role_columns.h"
#include "pith/data/target_rules.h"
#include "pith/data/typing.h"

namespace pith {
namespace {

/// Categories as the numbers that their names spell, unless a name is not a finite number.
std::optional<Column> as_numbers(const Column& codes) {
  const std::optional<std::vector<double>> values = numbers_of(codes.level_names());
  if (!values) return std::nullopt;
  std::vector<double> numbers(codes.rows(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!codes.missing().test(row)) numbers[row] = (*values)[codes.code(row)];
  }
  return Column::from_numbers(std::move(numbers), codes.missing());
}

/// The column as the user declared it. Categories whose names are numbers (a reader may have kept
/// them as text) can be numeric.
Column as_declared(const Column& column, const std::string& name, DeclaredKind kind) {
  if (kind == DeclaredKind::categorical) return as_codes(column);
  if (kind == DeclaredKind::none) return column;
  if (column.is_numbers()) return column.declared_numeric();
  const std::optional<Column> numbers = as_numbers(column);
  if (!numbers) reject_text(name, first_text(column.level_names()));
  return numbers->declared_numeric();
}

/// The first row in which a column is missing; there must be one.
std::size_t first_missing(const Column& column) {
  std::size_t row = 0;
  while (!column.missing().test(row))
    ++row;
  return row;
}

/// The rows in which every target is present, or nothing when all are.
std::optional<std::vector<std::size_t>> rows_with_targets(const Columns& columns,
                                                          std::span<const std::size_t> targets,
                                                          const Roles& roles) {
  bool is_complete = true;
  for (const std::size_t i : targets) {
    const Column& target = columns.columns[i];
    const std::size_t absent = target.missing().count();
    if (absent == 0) continue;
    is_complete = false;
    if (!roles.drop_rows_without_target) {
      reject_missing_target(columns.names[i], absent,
                            {.first_row = first_missing(target), .stray = stray_clause(target)});
    }
    if (absent == target.rows()) reject_empty_target(columns.names[i]);
  }
  if (is_complete) return std::nullopt;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < columns.columns[targets.front()].rows(); ++row) {
    const bool has_all = std::none_of(targets.begin(), targets.end(), [&](std::size_t i) {
      return columns.columns[i].missing().test(row);
    });
    if (has_all) rows.push_back(row);
  }
  if (rows.empty()) reject_no_complete_targets(targets.size());
  return rows;
}

/// Whether numbers are integers with few distinct values.
bool are_class_integers(const Numbers& numbers) {
  std::vector<double> distinct;
  for (const double value : numbers) {
    if (value != std::trunc(value)) return false;
    if (std::find(distinct.begin(), distinct.end(), value) != distinct.end()) continue;
    if (distinct.size() == max_class_integers) return false;
    distinct.push_back(value);
  }
  return true;
}

/// The column of a target before it is known to hold classes or numbers.
Column open_target(const Column& read, const std::string& name, const Roles& roles,
                   DeclaredKind kind) {
  if (kind == DeclaredKind::numeric) return as_declared(read, name, kind);
  if (kind == DeclaredKind::categorical && roles.task == TaskKind::regress)
    reject_regressed_classes(name);
  // A reader keeps the text where a glob such as '*' declared the column categorical, but a glob
  // applies to features only.
  const bool was_kept = read.is_codes() && kind == DeclaredKind::none &&
                        (matches_any(roles.kinds.categorical, name) ||
                         (roles.task == TaskKind::regress && !is_boolean(read)));
  return was_kept ? as_numbers(read).value_or(read) : read;
}

Column regressed_target(const Column& column, const std::string& name) {
  if (column.is_numbers()) return column.as_doubles();
  if (is_boolean(column)) return boolean_numbers(column);
  reject_text_target(name, first_text(column.level_names()));
}

bool is_regressed(const Column& column, TaskKind task, DeclaredKind kind) {
  if (task != TaskKind::automatic) return task == TaskKind::regress;
  if (kind != DeclaredKind::none) return kind == DeclaredKind::numeric;
  return column.is_numbers() && !are_class_integers(column.numbers());
}

/// Classes or numbers.
Column made_target(const Column& read, const std::string& name, const Roles& roles,
                   std::span<const double> weights) {
  const DeclaredKind kind = declared_by_name(roles.kinds, name);
  const Column column = open_target(read, name, roles, kind);
  if (!roles.target_bins.empty()) {
    if (roles.task == TaskKind::regress) reject_regressed_bins(name);
    if (column.is_codes()) reject_target_bins(name);
    return discretize(column, parse_target_bins(roles.target_bins), {.weights = weights});
  }
  if (is_regressed(column, roles.task, kind)) return regressed_target(column, name);
  Column classes = without_empty_levels(as_codes(column));
  check_classes({.name = name,
                 .rows = classes.rows(),
                 .classes = classes.levels(),
                 .is_numeric = column.is_numbers() && kind != DeclaredKind::categorical,
                 .is_declared_categorical =
                     kind == DeclaredKind::categorical || roles.task == TaskKind::classify});
  return classes;
}

/// What a user should know about a target of classes.
std::vector<std::string> target_notes(const std::string& name, const Column& classes,
                                      const Roles& roles) {
  std::vector<std::string> all;
  for (std::optional<std::string>& note :
       std::array{class_spellings(classes), binned_target_note(name, roles.target_bins)}) {
    if (note) all.push_back(std::move(*note));
  }
  return all;
}

std::vector<double> weights_of(const Column& read, const std::string& name) {
  const Column column = read.is_codes() ? as_numbers(read).value_or(read) : read;
  if (!column.is_numbers()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("weights {} contain text such as {}; choose a numeric column",
                            quoted(name), quoted(first_text(column.level_names()))));
  }
  if (column.has_missing()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("weights {} have {};{} fill them in (a weight of 0 drops the row)",
                            quoted(name), counted(column.missing().count(), "missing value"),
                            stray_clause(read)));
  }
  std::vector<double> weights(column.rows());
  column.copy_numbers(0, weights);
  return weights;
}

/// Drops rows of weight 0: they count as absent, so they must not influence anything.
void drop_zero_weight_rows(Columns& columns, const Column& weights, const Context& context) {
  if (!weights.is_numbers()) return;  // rejected later
  const Reservation held =
      context.reserve(2 * weights.rows() * (sizeof(double) + sizeof(std::size_t)), "the weights");
  const Numbers numbers = weights.numbers();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < weights.rows(); ++row) {
    if (numbers[row] < 0) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("the weight of row {} (counted from 0) must be at least 0 (got {})",
                              row, number_text(numbers[row])));
    }
    if (numbers[row] != 0) rows.push_back(row);
  }
  const std::size_t gone = weights.rows() - rows.size();
  if (gone == 0 || rows.empty()) return;
  for (Column& column : columns.columns)
    column = take_reserved(column, rows, context);
  columns.notes.push_back(fmt::format("dropped {} of weight 0", counted(gone, "row")));
}

/// The memory for turning numbers into codes and back, and for the target and the weights of a
/// table, which are small beside its features.
Reservation reserve_conversion(std::size_t rows, const Context& context) {
  return context.reserve(rows * (4 * sizeof(double) + sizeof(std::uint32_t)),
                         fmt::format("the target of {}", counted(rows, "row")),
                         "use a smaller table");
}

/// The roles with the targets that the reader suggests, where the user names none.
Roles with_labels(const Columns& columns, Roles roles) {
  const bool is_default = roles.has_target && roles.target.empty() && roles.more_targets.empty();
  if (!is_default || columns.labels < 2) return roles;
  const auto first = columns.names.end() - static_cast<std::ptrdiff_t>(columns.labels);
  roles.more_targets.assign(first, columns.names.end());
  return roles;
}

/// Makes the targets of the columns with that role, with notes.
void make_targets(const std::vector<Target>& read, const Roles& given, TableParts& made) {
  const bool has_numbers = std::any_of(read.begin(), read.end(),
                                       [](const Target& each) { return each.column.is_numbers(); });
  for (const Target& each : read) {
    Roles roles = given;
    // Of several targets, those that hold numbers are binned.
    if (has_numbers && each.column.is_codes()) roles.target_bins.clear();
    Column target = made_target(each.column, each.name, roles, made.weights);
    if (target.is_codes()) {
      for (std::string& note : target_notes(each.name, target, roles))
        made.notes.push_back(std::move(note));
    }
    if (made.target) {
      made.more_targets.push_back({.name = each.name, .column = std::move(target)});
    } else {
      made.target_name = each.name;
      made.target = std::move(target);
    }
  }
}

Table make_table(Columns columns, const Roles& given, const Context& context) {
  std::vector<std::string>& names = columns.names;
  const RoleColumns parts = role_columns(names, with_labels(columns, given));
  const Roles& roles = parts.roles;
  if (parts.weights)
    drop_zero_weight_rows(columns, Column(columns.columns[*parts.weights]), context);

  const auto rows = rows_with_targets(columns, parts.targets, roles);
  const auto kept = [&](std::size_t i) {
    return rows ? take_reserved(columns.columns[i], *rows, context) : columns.columns[i];
  };
  TableParts made;
  made.features.reserve(parts.features.size());
  made.names.reserve(parts.features.size());
  for (const std::size_t i : parts.features) {
    Column column = kept(i);
    if (parts.kinds[i] != DeclaredKind::none) {
      const Reservation held = reserve_conversion(column.rows(), context);
      column = as_declared(column, names[i], parts.kinds[i]);
    }
    // The old column is given up, so that two tables are never in memory.
    columns.columns[i] = column;
    made.features.push_back(std::move(column));
    made.names.push_back(std::move(names[i]));
  }
  made.notes = std::move(columns.notes);
  if (rows) {
    const std::size_t gone = columns.columns[parts.targets.front()].rows() - rows->size();
    made.notes.push_back(without_target_note(gone));
  }
  const Reservation held =
      reserve_conversion(made.features.empty() ? 0 : made.features[0].rows(), context);
  if (parts.weights) made.weights = weights_of(kept(*parts.weights), names[*parts.weights]);
  std::vector<Target> targets;
  for (const std::size_t i : parts.targets)
    targets.push_back({.name = names[i], .column = kept(i)});
  make_targets(targets, roles, made);
  made.source = std::move(columns.source);
  made.sha256 = std::move(columns.sha256);
  return Table(std::move(made));
}

}  // namespace

TaskKind parse_task(std::string_view text) {
  if (text == "auto") return TaskKind::automatic;
  if (text == "classify") return TaskKind::classify;
  if (text == "regress") return TaskKind::regress;
  throw Error(ErrorKind::bad_argument, fmt::format("{} must be auto, classify or regress (got {})",
                                                   option("task"), quoted(text)));
}

Table assign_roles(Columns columns, const Roles& roles) {
  return assign_roles(std::move(columns), roles, Context());
}

Table assign_roles(Columns columns, const Roles& roles, const Context& context) {
  const std::string source = columns.source;
  try {
    return make_table(std::move(columns), roles, context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data || source.empty()) throw;
    throw Error(error.kind(), source + ": " + error.marked(), error.cause());
  }
}

}  // namespace pith
