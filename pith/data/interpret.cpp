// SPDX-License-Identifier: Apache-2.0
#include "pith/data/interpret.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/text.h"
#include "pith/data/column_memory.h"
#include "pith/data/missing.h"

namespace pith {
namespace {

/// Notes about single columns; of many only the first.
class ColumnNotes {
 public:
  void add(const std::string& name, std::string note) {
    names_.push_back(quoted(name));
    if (notes_.size() < max_notes) notes_.push_back(std::move(note));
  }
  /// Appends them; `rest` says what the other columns have in common.
  void append_to(std::vector<std::string>& notes, std::string_view rest) {
    notes.insert(notes.end(), notes_.begin(), notes_.end());
    if (names_.size() <= max_notes) return;
    const std::span<const std::string> others = std::span(names_).subspan(max_notes);
    notes.push_back(
        fmt::format("{} {}: {}", counted(others.size(), "more column"), rest, listed(others)));
  }

 private:
  static constexpr std::size_t max_notes = 5;
  std::vector<std::string> names_;
  std::vector<std::string> notes_;
};

/// What typed() takes at most: what each level may mean, and the result.
std::uint64_t typing_bytes(const Column& texts) {
  constexpr std::uint64_t bytes_per_text = 400;
  constexpr std::uint64_t bytes_per_row = sizeof(double) + sizeof(std::uint32_t);
  return bytes_per_text * texts.levels() + bytes_per_row * texts.rows();
}

/// The column, in which these rows are missing, too.
Column with_missing(const Column& column, std::span<const std::size_t> rows) {
  Mask missing = column.missing();
  for (const std::size_t row : rows)
    missing.set(row);
  if (column.is_numbers()) {
    std::vector<double> values(column.rows());
    column.copy_numbers(0, values);
    for (const std::size_t row : rows)
      values[row] = std::numeric_limits<double>::quiet_NaN();
    return Column::from_numbers(std::move(values), std::move(missing)).described_as(column);
  }
  std::vector<std::uint32_t> codes(column.rows());
  for (std::size_t row = 0; row < codes.size(); ++row)
    codes[row] = missing.test(row) ? 0 : column.code(row);
  return without_empty_levels(Column::from_codes(codes, column.level_names(), std::move(missing)));
}

std::vector<TypeNote> type_notes(const Columns& table, const std::vector<std::size_t>& open,
                                 std::vector<std::string> readings) {
  std::vector<TypeNote> notes;
  for (std::size_t slot = 0; slot < open.size(); ++slot) {
    const Column& column = table.columns[open[slot]];
    notes.push_back({.name = table.names[open[slot]],
                     .is_numeric = column.is_numbers(),
                     .reading = std::move(readings[slot]),
                     .stray = column.stray().empty() ? "" : stray_text(column)});
  }
  return notes;
}

}  // namespace

Column without_tokens(const Column& column, const MissingTokens& tokens) {
  std::vector<bool> is_token(column.levels());
  for (std::size_t code = 0; code < is_token.size(); ++code) {
    is_token[code] = tokens.contains(std::string_view(column.level(code)));
  }
  const bool is_open = column.is_codes()
                           ? std::find(is_token.begin(), is_token.end(), true) != is_token.end()
                           : tokens.has_numbers() && !column.is_date();
  if (!is_open) return column;
  std::vector<std::size_t> gone;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) continue;
    const bool is_gone = column.is_numbers() ? tokens.contains(column.number(row))
                                             : static_cast<bool>(is_token[column.code(row)]);
    if (is_gone) gone.push_back(row);
  }
  return gone.empty() ? column : with_missing(column, gone);
}

std::vector<std::size_t> open_columns(const Columns& table, const Roles& roles) {
  std::vector<bool> are_codes;
  for (const Column& column : table.columns)
    are_codes.push_back(column.is_codes());
  return open_columns(table.names, are_codes, roles);
}

std::vector<std::size_t> open_columns(std::span<const std::string> names,
                                      const std::vector<bool>& are_codes, const Roles& roles) {
  const std::vector<DeclaredKind> declared = declared_kinds(roles.kinds, names);
  const std::vector<std::size_t> targets = target_positions(names, roles);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < are_codes.size(); ++i) {
    if (!are_codes[i] || declared[i] == DeclaredKind::categorical) continue;
    const bool is_target = std::find(targets.begin(), targets.end(), i) != targets.end();
    const bool is_classes = is_target && roles.target_bins.empty() &&
                            roles.task != TaskKind::regress && declared[i] != DeclaredKind::numeric;
    if (!is_classes) open.push_back(i);
  }
  return open;
}

std::vector<std::string> type_columns(Columns& table, const std::vector<std::size_t>& open,
                                      const Roles& roles, const Interpretation& how,
                                      const Context& context) {
  const std::vector<DeclaredKind> declared = declared_kinds(roles.kinds, table.names);
  TypingRules strict = how.rules;
  strict.allows_stray = false;
  std::vector<std::string> readings(open.size());
  std::vector<std::optional<std::size_t>> infinite(open.size());
  // As many columns at a time as there is memory for.
  for (std::size_t first = 0, last = 0; first < open.size(); first = last) {
    std::uint64_t bytes = 0;
    do
      bytes += typing_bytes(table.columns[open[last++]]);
    while (last < open.size() &&
           bytes + typing_bytes(table.columns[open[last]]) <= context.memory_available());
    Reservation held = context.reserve(
        bytes, fmt::format("finding the types of {}", counted(last - first, "column")),
        "use a smaller table");
    std::vector<std::optional<Column>> changed(last - first);
    parallel_blocks(context, last - first, 1, [&](std::size_t step, std::size_t) {
      const std::size_t slot = first + step;
      const std::size_t i = open[slot];
      const bool is_strict = declared[i] == DeclaredKind::numeric;
      Typed result = typed(table.columns[i], table.names[i], is_strict ? strict : how.rules);
      readings[slot] = std::move(result.note);
      infinite[slot] = result.infinite_row;
      const bool is_same = &result.column.level_names() == &table.columns[i].level_names();
      if (!infinite[slot] && !is_same) changed[step] = std::move(result.column);
    });
    held.release();
    for (std::size_t step = 0; step < changed.size(); ++step) {
      if (changed[step])
        table.columns[open[first + step]] =
            reserved(*changed[step], "a column of another type", context);
    }
  }
  for (std::size_t slot = 0; slot < open.size(); ++slot) {
    if (infinite[slot]) how.reject_infinity(open[slot], *infinite[slot]);
  }
  return readings;
}

void type_texts(Columns& table, const std::vector<bool>& is_text, const Roles& roles,
                const TextRules& how, const Context& context) {
  note_types(type_texts_quietly(table, is_text, roles, how, context), table.notes);
}

std::vector<TypeNote> type_texts_quietly(Columns& table, const std::vector<bool>& is_text,
                                         const Roles& roles, const TextRules& how,
                                         const Context& context) {
  const std::vector<std::size_t> targets = target_positions(table.names, roles);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_plain =
        is_text[i] && std::find(targets.begin(), targets.end(), i) == targets.end();
    const MissingTokens& tokens = is_plain ? how.rules.missing : how.added;
    table.columns[i] = without_tokens(table.columns[i], tokens);
  }
  std::vector<std::size_t> open = open_columns(table, roles);
  std::erase_if(open, [&](std::size_t column) { return !is_text[column]; });
  const auto reject = [&](std::size_t column, std::size_t row) {
    reject_invalid_values(table.names[column], {.infinite = row});
  };
  return type_notes(table, open, type_columns(table, open, roles, {how.rules, reject}, context));
}

void note_types(Columns& table, const std::vector<std::size_t>& open,
                std::vector<std::string> readings) {
  note_types(type_notes(table, open, std::move(readings)), table.notes);
}

void note_types(std::vector<TypeNote> columns, std::vector<std::string>& notes) {
  ColumnNotes stray;
  ColumnNotes numbers;
  ColumnNotes categories;
  for (TypeNote& column : columns) {
    ColumnNotes& readings = column.is_numeric ? numbers : categories;
    if (!column.reading.empty()) readings.add(column.name, std::move(column.reading));
    if (column.stray.empty()) continue;
    stray.add(column.name,
              fmt::format("column {}: {}; read as missing", quoted(column.name), column.stray));
  }
  numbers.append_to(notes, "with numbers in such a notation");
  stray.append_to(notes, "with values that are not numbers, read as missing");
  categories.append_to(notes, "read as categories that look like numbers or dates");
}

}  // namespace pith
