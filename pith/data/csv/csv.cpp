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
#include "pith/data/csv/plan.h"
#include "pith/data/csv/rows.h"

namespace pith {
namespace {

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

Columns read_table(Input& input, const CsvOptions& options, const CsvReading& reading,
                   std::pair<std::size_t, std::uint64_t&> size_and_need) {
  const auto [block_size, whole_need] = size_and_need;
  const Context& context = reading.context;
  CsvHead head = read_csv_head(input, options, context);
  whole_need = csv_first_estimate(input, head, block_size);
  Columns table;
  table.source = input.name();
  TextDecoder decoder(options.encoding, input.name(), &input);
  auto columns_held =
      std::make_shared<const Reservation>(settle_csv_names(head, decoder, input, context));
  table.names = std::move(head.names);
  table.notes = std::move(head.notes);
  const CsvSource source{input,     head.start, block_size, table.names, std::move(columns_held),
                         whole_need};
  const CsvInterpretation how{
      source,
      head.dialect,
      {.missing = MissingTokens(options.na, options.has_default_na), .decimal = options.decimal}};
  const Roles roles = split_lists(reading.roles, table.names);
  const std::vector<bool> is_needed =
      options.choice ? options.choice(table.names) : std::vector<bool>(table.names.size(), true);
  const CsvPlan plan = first_csv_plan(source, how, {roles.kinds, is_needed}, context);
  CsvResult result = run_csv_pass(source, plan, context);
  if (result.rows == 0) {
    throw Error(ErrorKind::bad_data, input.name() + ": no rows: the file has only a header");
  }
  if (!result.texts.empty()) {
    CsvResult texts = run_csv_pass(source, text_csv_plan(plan, result.texts), context);
    input.check_unchanged();
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
