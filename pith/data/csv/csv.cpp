// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/data/column_memory.h"
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
                   const std::vector<bool>& is_needed, const Context& context) {
  using Kind = CsvPlan::Kind;
  const std::size_t columns = source.names.size();
  // With a decimal comma, 1.234 is not 1.234.
  const bool is_plain = how.rules.decimal != ',';
  std::vector<Kind> wanted(columns, is_plain ? Kind::number : Kind::text);
  std::vector<bool> must_be_number(columns);
  const std::vector<DeclaredKind> declared = declared_kinds(kinds, source.names);
  TextIndex numeric;
  for (const std::string& name : kinds.numeric)
    numeric.insert(name);
  for (std::size_t i = 0; i < columns; ++i) {
    if (declared[i] == DeclaredKind::categorical) wanted[i] = Kind::text;
    // A glob applies to features only, and the target is not known here.
    must_be_number[i] = declared[i] == DeclaredKind::numeric && numeric.contains(source.names[i]);
    if (!is_needed[i]) wanted[i] = Kind::skip;
  }
  CsvPlan plan(how.dialect, how.rules.missing, wanted, must_be_number);
  CsvBlock block;
  CsvBlockReader reader(source.input, how.dialect, source.start,
                        std::min(source.block_size, sample_size), context);
  if (!reader.next(block)) return plan;
  const Reservation held = context.reserve(csv_rows_bytes(plan, block),
                                           source.input.name() + ": reading the first rows");
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

namespace {

/// What a table of this file takes, if all of its rows are as long as the first line.
std::uint64_t first_estimate(const Input& input, const CsvHead& head, std::size_t block_size) {
  if (input.is_compressed() || head.line_size == 0) return 0;
  constexpr std::uint64_t smallest_column = 64;  // of the store
  const std::uint64_t rows = input.size() / head.line_size + 1;
  const std::uint64_t values = std::max<std::uint64_t>(smallest_column, rows * sizeof(double));
  return head.names.size() * (values + bytes_per_column) + 3 * long_name_bytes(head.names) +
         32 * block_size + 10 * head.line_size;
}

Columns read_table(Input& input, const CsvOptions& options, const CsvReading& reading,
                   std::pair<std::size_t, std::uint64_t&> size_and_need) {
  const auto [block_size, whole_need] = size_and_need;
  const Context& context = reading.context;
  CsvHead head = read_csv_head(input, options, context);
  whole_need = first_estimate(input, head, block_size);
  Columns table;
  table.source = input.name();
  table.names = std::move(head.names);
  table.notes = std::move(head.notes);
  TextDecoder decoder(options.encoding, input.name(), &input);
  decoder.decode(table.names);
  auto columns_held = std::make_shared<const Reservation>(context.reserve(
      table.names.size() * bytes_per_column + 3 * long_name_bytes(table.names),
      fmt::format("{}: reading {}", input.name(), counted(table.names.size(), "column")),
      "use a smaller table"));
  {
    // Long names are copied to an index and to notes.
    const Reservation naming = context.reserve(6 * long_name_bytes(table.names),
                                               input.name() + ": the names of the columns");
    unique_names(table.names, table.notes);
  }
  const CsvSource source{input,     head.start, block_size, table.names, std::move(columns_held),
                         whole_need};
  const CsvInterpretation how{
      source,
      head.dialect,
      {.missing = MissingTokens(options.na, options.has_default_na), .decimal = options.decimal}};
  const Roles roles = split_lists(reading.roles, table.names);
  const std::vector<bool> is_needed =
      options.choice ? options.choice(table.names) : std::vector<bool>(table.names.size(), true);
  const CsvPlan plan = first_plan(source, how, roles.kinds, is_needed, context);
  CsvResult result = run_csv_pass(source, plan, context);
  if (result.rows == 0) {
    throw Error(ErrorKind::bad_data, input.name() + ": no rows: the file has only a header");
  }
  if (!result.texts.empty()) {
    CsvResult texts = run_csv_pass(source, second_plan(plan, result.texts), context);
    for (const std::size_t column : result.texts) {
      result.columns[column] = std::move(texts.columns[column]);
    }
  }
  const Column none = Column::from_numbers({});
  table.columns.reserve(result.columns.size());
  for (std::size_t i = 0; i < result.columns.size(); ++i) {
    // A column that is not needed stays as an empty one until the others are interpreted.
    Column column = result.columns[i].value_or(none);
    result.columns[i].reset();
    const bool is_number = plan.must_be_number[i] && column.is_numbers();
    table.columns.push_back(is_number ? column.declared_numeric() : std::move(column));
  }
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].is_codes()) {
      const Reservation held = context.reserve(
          3 * table.columns[i].bytes() + table.columns[i].rows() * sizeof(std::uint32_t),
          input.name() + ": decoding the texts of a column");
      table.columns[i] = decoder.decode(table.columns[i], table.names[i]);
    }
  }
  decoder.note(table.notes);
  interpret_csv(table, how, {roles, reading.context});
  keep_needed(table, is_needed);
  return table;
}

}  // namespace

Columns read_csv_in_blocks(Input& input, const CsvOptions& options, const CsvReading& reading,
                           std::size_t block_size) {
  std::uint64_t whole_need = 0;
  try {
    return read_table(input, options, reading, {block_size, whole_need});
  } catch (const Error& error) {
    // The last straw was small: the message should name a limit that suffices for the whole table.
    if (error.kind() == ErrorKind::resources && whole_need > reading.context.memory_limit()) {
      (void)reading.context.reserve(whole_need, input.name() + ": reading the table",
                                    "use a smaller table", whole_need / 2);
    }
    throw;
  }
}

Columns read_csv(Input& input, const CsvOptions& options, const Roles& roles,
                 const Context& context) {
  return read_csv_in_blocks(input, options, {roles, context}, csv_block_size_within(context));
}

}  // namespace pith
