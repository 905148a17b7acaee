// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/csv.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/csv/head.h"
#include "pith/data/csv/interpret.h"
#include "pith/data/csv/pass.h"
#include "pith/data/csv/rows.h"

namespace pith {
namespace {

/// How many bytes of the first rows are parsed to find text columns, so that these need no second
/// pass.
constexpr std::size_t sample_size = std::size_t{1} << 18U;

/// The kind of each column according to the user and the first rows.
CsvPlan first_plan(const CsvSource& source, const CsvInterpretation& how, const Kinds& kinds,
                   const std::vector<bool>& is_needed) {
  using Kind = CsvPlan::Kind;
  const std::size_t columns = source.names.size();
  // With a decimal comma, 1.234 is not 1.234.
  const bool is_plain = how.rules.decimal != ',';
  std::vector<Kind> wanted(columns, is_plain ? Kind::number : Kind::text);
  std::vector<bool> must_be_number(columns);
  const std::vector<DeclaredKind> declared = declared_kinds(kinds, source.names);
  for (std::size_t i = 0; i < columns; ++i) {
    if (declared[i] == DeclaredKind::categorical) wanted[i] = Kind::text;
    // A glob applies to features only, and the target is not known here.
    must_be_number[i] = declared[i] == DeclaredKind::numeric &&
                        std::find(kinds.numeric.begin(), kinds.numeric.end(), source.names[i]) !=
                            kinds.numeric.end();
    if (!is_needed[i]) wanted[i] = Kind::skip;
  }
  CsvPlan plan(how.dialect, how.rules.missing, wanted, must_be_number);
  CsvBlock block;
  CsvBlockReader reader(source.input, how.dialect, source.start,
                        std::min(source.block_size, sample_size));
  if (!reader.next(block)) return plan;
  CsvRows sample;
  parse_csv_rows(plan, block, sample);
  for (std::size_t slot = 0; slot < plan.number_columns.size(); ++slot) {
    if (sample.is_text[slot] != 0) wanted[plan.number_columns[slot]] = Kind::text;
  }
  return {how.dialect, how.rules.missing, std::move(wanted), std::move(must_be_number)};
}

CsvPlan second_plan(const CsvPlan& first, const std::vector<std::size_t>& texts) {
  std::vector<CsvPlan::Kind> kinds(first.columns(), CsvPlan::Kind::skip);
  for (const std::size_t column : texts)
    kinds[column] = CsvPlan::Kind::text;
  return {first.dialect, *first.missing, std::move(kinds), std::vector<bool>(first.columns())};
}

void keep_needed(Columns& table, const std::vector<bool>& is_needed) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    if (!is_needed[i]) continue;
    if (kept != i) {
      table.names[kept] = std::move(table.names[i]);
      table.columns[kept] = std::move(table.columns[i]);
    }
    ++kept;
  }
  table.names.erase(table.names.begin() + static_cast<std::ptrdiff_t>(kept), table.names.end());
  table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(kept),
                      table.columns.end());
}

}  // namespace

Columns read_csv_in_blocks(Input& input, const CsvOptions& options, const CsvReading& reading,
                           std::size_t block_size) {
  CsvHead head = read_csv_head(input, options);
  Columns table;
  table.source = input.name();
  table.names = std::move(head.names);
  table.notes = std::move(head.notes);
  TextDecoder decoder(options.encoding, input.name());
  decoder.decode(table.names);
  unique_names(table.names, table.notes);
  CsvSource source{input, head.start, block_size, table.names};
  const CsvInterpretation how{
      source,
      head.dialect,
      {.missing = MissingTokens(options.na, options.has_default_na), .decimal = options.decimal}};
  const Roles roles = split_lists(reading.roles, table.names);
  const std::vector<bool> is_needed =
      options.choice ? options.choice(table.names) : std::vector<bool>(table.names.size(), true);
  const CsvPlan plan = first_plan(source, how, roles.kinds, is_needed);
  CsvResult result = run_csv_pass(source, plan, reading.context);
  if (result.rows == 0) {
    throw Error(ErrorKind::bad_data, input.name() + ": no rows: the file has only a header");
  }
  if (!result.texts.empty()) {
    source.bytes_in_use = result.rows * plan.number_columns.size() * sizeof(double);
    CsvResult texts = run_csv_pass(source, second_plan(plan, result.texts), reading.context);
    for (const std::size_t column : result.texts) {
      result.columns[column] = std::move(texts.columns[column]);
    }
  }
  for (std::size_t i = 0; i < result.columns.size(); ++i) {
    // A column that is not needed stays as an empty one until the others are interpreted.
    Column column = result.columns[i].value_or(Column::from_numbers({}));
    result.columns[i].reset();
    const bool is_number = plan.must_be_number[i] && column.is_numbers();
    table.columns.push_back(is_number ? column.declared_numeric() : std::move(column));
  }
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].is_codes()) {
      table.columns[i] = decoder.decode(table.columns[i], table.names[i]);
    }
  }
  decoder.note(table.notes);
  interpret_csv(table, how, {roles, reading.context});
  keep_needed(table, is_needed);
  return table;
}

Columns read_csv(Input& input, const CsvOptions& options, const Roles& roles,
                 const Context& context) {
  return read_csv_in_blocks(input, options, {roles, context}, csv_block_size);
}

}  // namespace pith
