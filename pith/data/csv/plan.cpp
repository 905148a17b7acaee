// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/data/column_memory.h"

namespace pith {
namespace {

/// How many bytes of the first rows are parsed to find text columns, so that these need no second
/// pass.
constexpr std::size_t sample_size = std::size_t{1} << 18U;

/// Whether a column of numbers has so few other texts that they may be strays.
bool has_few_others(const CsvRows& rows, std::size_t slot) {
  const std::vector<CsvOther>& others = rows.others[slot];
  if (others.size() >= max_csv_others) return false;
  std::size_t count = 0;
  for (const CsvOther& other : others)
    count += other.count;
  constexpr std::size_t share = 10;
  return count <= rows.rows / share;
}

}  // namespace

std::uint64_t csv_first_estimate(const Input& input, const CsvHead& head, std::size_t block_size) {
  if (input.is_compressed() || head.line_size == 0) return 0;
  constexpr std::uint64_t smallest_column = 64;  // of the store
  const std::uint64_t rows = input.size() / head.line_size + 1;
  const std::uint64_t values = std::max<std::uint64_t>(smallest_column, rows * sizeof(double));
  return head.names.size() * (values + bytes_per_column) + 3 * long_name_bytes(head.names) +
         32 * block_size + 10 * head.line_size;
}

Reservation settle_csv_names(CsvHead& head, TextDecoder& decoder, const Input& input,
                             const Context& context) {
  decoder.decode(head.names);
  Reservation held = context.reserve(
      head.names.size() * bytes_per_column + 3 * long_name_bytes(head.names),
      fmt::format("{}: reading {}", input.name(), counted(head.names.size(), "column")),
      "use a smaller table");
  // Long names are copied to an index and to notes.
  const Reservation naming =
      context.reserve(6 * long_name_bytes(head.names), input.name() + ": the names of the columns");
  unique_names(head.names, head.notes);
  return held;
}

CsvPlan first_csv_plan(const CsvSource& source, const CsvInterpretation& how, const CsvWanted& what,
                       const Context& context) {
  using Kind = CsvPlan::Kind;
  const std::size_t columns = source.names.size();
  // With a decimal comma, 1.234 is not 1.234.
  const bool is_plain = how.rules.decimal != ',';
  std::vector<Kind> wanted(columns, is_plain ? Kind::number : Kind::text);
  std::vector<bool> must_be_number(columns);
  const std::vector<DeclaredKind> declared = declared_kinds(what.kinds, source.names);
  TextIndex numeric;
  for (const std::string& name : what.kinds.numeric)
    numeric.insert(name);
  for (std::size_t i = 0; i < columns; ++i) {
    if (declared[i] == DeclaredKind::categorical) wanted[i] = Kind::text;
    // A glob applies to features only, and the target is not known here.
    must_be_number[i] = declared[i] == DeclaredKind::numeric && numeric.contains(source.names[i]);
    if (!what.is_needed[i]) wanted[i] = Kind::skip;
  }
  CsvPlan plan(how.dialect, how.rules.missing, wanted, must_be_number);
  CsvBlock block;
  CsvBlockReader reader(source.input, how.dialect, source.start,
                        std::min(source.block_size, sample_size), context);
  plan.collects_others = what.allows_strays;
  if (!reader.next(block)) return plan;
  const Reservation held = context.reserve(csv_rows_bytes(plan, block),
                                           source.input.name() + ": reading the first rows");
  CsvRows sample;
  parse_csv_rows(plan, block, sample);
  for (std::size_t slot = 0; slot < plan.number_columns.size(); ++slot) {
    const bool may_be_numbers = what.allows_strays && has_few_others(sample, slot);
    if (sample.is_text[slot] != 0 && !may_be_numbers)
      wanted[plan.number_columns[slot]] = Kind::text;
  }
  CsvPlan made(how.dialect, how.rules.missing, std::move(wanted), std::move(must_be_number));
  made.collects_others = what.allows_strays;
  return made;
}

CsvPlan text_csv_plan(const CsvPlan& first, const std::vector<std::size_t>& texts) {
  std::vector<CsvPlan::Kind> kinds(first.columns(), CsvPlan::Kind::skip);
  for (const std::size_t column : texts)
    kinds[column] = CsvPlan::Kind::text;
  return {first.dialect, *first.missing, std::move(kinds), std::vector<bool>(first.columns())};
}

}  // namespace pith
