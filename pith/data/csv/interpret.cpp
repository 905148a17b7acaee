// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/interpret.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/csv/places.h"
#include "pith/data/interpret.h"

namespace pith {
namespace {

/// Sets the lines of all stray tokens of the table.
void find_lines(Columns& table, const CsvInterpretation& how, const Context& context) {
  std::vector<CsvCell> cells;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    for (const StrayToken& each : table.columns[i].stray())
      cells.push_back({each.row, i});
  }
  if (cells.empty()) return;
  const std::vector<CsvPlace> places = csv_places(how.source, how.dialect, cells, context);
  auto place = places.begin();
  for (Column& column : table.columns) {
    if (column.stray().empty()) continue;
    std::vector<StrayToken> tokens(column.stray().begin(), column.stray().end());
    for (StrayToken& each : tokens)
      each.line = (place++)->line;
    column = column.with_stray(std::move(tokens));
  }
}

}  // namespace

void reject_csv_infinity(const CsvInterpretation& how, const CsvCell& cell, std::string_view text,
                         const Context& context) {
  const std::vector<CsvPlace> places = csv_places(how.source, how.dialect, {&cell, 1}, context);
  throw Error(
      ErrorKind::bad_data,
      fmt::format("{}column {}: {} is not a finite number; leave the field empty if it is missing",
                  csv_place(how.source.input, places.front().offset),
                  quoted(how.source.names[cell.column]), quoted(text)),
      Cause::infinite_value);
}

void interpret_csv(Columns& table, const CsvInterpretation& how, const CsvReading& reading) {
  const std::vector<std::size_t> open = open_columns(table, reading.roles);
  const auto reject = [&](std::size_t column, std::size_t row) {
    const Column& texts = table.columns[column];
    reject_csv_infinity(how, {row, column}, texts.level(texts.code(row)), reading.context);
  };
  std::vector<std::string> readings =
      type_columns(table, open, reading.roles, {how.rules, reject}, reading.context);
  find_lines(table, how, reading.context);
  note_types(table, open, std::move(readings));
}

}  // namespace pith
