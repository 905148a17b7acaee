// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/csv/interpret.h"
#include "pith/data/csv/pass.h"
#include "pith/data/csv/rows.h"
#include "pith/data/number.h"

namespace pith {
namespace {

/// How many bytes of the first rows are parsed to find text columns, so that these need no second
/// pass.
constexpr std::size_t sample_size = std::size_t{1} << 18U;

struct FirstRow {
  std::vector<std::string> fields;
  bool has_number = false;
  bool is_complete = false;
  std::size_t size = 0;  ///< with its line end
};

/// What was found in the first line.
struct Head {
  CsvDialect dialect;
  std::vector<std::string> names;
  std::uint64_t start = 0;  ///< offset of the first row of data
  bool has_header = false;
};

void check_delimiter(char delimiter) {
  const auto byte = static_cast<unsigned char>(delimiter);
  const bool is_alphanumeric =
      (byte >= '0' && byte <= '9') || ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z');
  constexpr std::string_view reserved = "\"\n\r.+-";
  if (!is_alphanumeric && reserved.find(delimiter) == std::string_view::npos) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("the delimiter cannot be {}; use a comma, a semicolon or a tab",
                          quoted(std::string_view(&delimiter, 1))));
}

void check_encoding(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with("\xff\xfe") && !bytes.starts_with("\xfe\xff")) return;
  throw Error(ErrorKind::bad_data,
              name + ":1:1: the file is UTF-16; convert it to UTF-8, for example with iconv");
}

FirstRow split_first_row(Input& input, std::string_view text, std::uint64_t offset,
                         const CsvDialect& dialect) {
  FirstRow row;
  std::string memory;
  const char* const end = text.data() + text.size();
  const char* p = text.data();
  while (p < end) {
    const CsvField field = scan_csv_field(p, end, dialect);
    if (field.stop == end) return row;
    if (field.fault != CsvFault::none) {
      const auto at = static_cast<std::uint64_t>(field.fault_at - text.data());
      throw Error(ErrorKind::bad_data,
                  csv_place(input, offset + at) + csv_fault_message(field.fault));
    }
    const std::string_view content = csv_text(field, memory);
    row.has_number = row.has_number || std::isfinite(number_of(content).value_or(NAN));
    row.fields.emplace_back(content);
    if (row.fields.size() > csv_max_columns) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("{}: there are more than {} columns", input.name(), csv_max_columns));
    }
    p = field.stop + 1;
    if (*field.stop != '\n') continue;
    row.is_complete = true;
    row.size = static_cast<std::size_t>(p - text.data());
    break;
  }
  return row;
}

/// Skips the byte-order mark and blank lines.
std::size_t first_row_offset(std::string_view text) {
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  const char* const end = text.data() + text.size();
  while (const char* next = skip_blank_line(text.data() + at, end, {})) {
    at = static_cast<std::size_t>(next - text.data());
  }
  return at;
}

Head read_head(Input& input, const CsvOptions& options) {
  input.rewind();
  std::string text;
  std::size_t wanted = std::size_t{1} << 16U;
  for (bool is_at_end = false;;) {
    const std::size_t before = text.size();
    text.resize(before + wanted);
    const std::size_t got = input.read({text.data() + before, wanted});
    text.resize(before + got);
    is_at_end = got < wanted;
    wanted = text.size();
    check_encoding(text, input.name());
    if (is_at_end && !text.empty() && text.back() != '\n') text += '\n';
    const std::size_t start = first_row_offset(text);
    if (is_at_end && start == text.size()) {
      throw Error(ErrorKind::bad_data, input.name() + ": no rows: the file is empty");
    }
    const std::string_view rest = std::string_view(text).substr(start);
    const CsvDialect dialect{options.delimiter != 0 ? options.delimiter : find_delimiter(rest)};
    FirstRow row = split_first_row(input, rest, start, dialect);
    if (!row.is_complete && !is_at_end && text.size() <= csv_longest_line) continue;
    if (!row.is_complete) {
      const bool is_open = text.size() <= csv_longest_line;
      throw Error(
          ErrorKind::bad_data,
          csv_place(input, start) +
              (is_open ? "a quote in the line that starts here is never closed"
                       : "the line that starts here is longer than 256 MiB; is this a text file?"));
    }
    const bool has_header = options.has_header.value_or(!row.has_number);
    return {.dialect = dialect,
            .names = std::move(row.fields),
            .start = start + (has_header ? row.size : 0),
            .has_header = has_header};
  }
}

/// The kind of each column according to the user and the first rows.
CsvPlan first_plan(const CsvSource& source, const CsvInterpretation& how, const Kinds& kinds) {
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

}  // namespace

Columns read_csv_in_blocks(Input& input, const CsvOptions& options, const CsvReading& reading,
                           std::size_t block_size) {
  if (options.delimiter != 0) check_delimiter(options.delimiter);
  Head head = read_head(input, options);
  Columns table;
  table.source = input.name();
  table.names = std::move(head.names);
  if (!head.has_header) {
    if (!options.has_header) {
      table.notes.emplace_back("the first line contains numbers, so it was not read as a header");
    }
    for (std::size_t i = 0; i < table.names.size(); ++i)
      table.names[i] = fmt::format("column {}", i);
  }
  unique_names(table.names, table.notes);
  CsvSource source{input, head.start, block_size, table.names};
  const CsvInterpretation how{
      source,
      head.dialect,
      {.missing = MissingTokens(options.na, options.has_default_na), .decimal = options.decimal}};
  const CsvPlan plan = first_plan(source, how, reading.roles.kinds);
  CsvResult result = run_csv_pass(source, plan, reading.context);
  if (result.rows == 0) {
    throw Error(ErrorKind::bad_data, input.name() + ": no rows: the file has only a header");
  }
  if (!result.texts.empty()) {
    source.bytes_in_use = result.rows * plan.columns() * sizeof(double);
    CsvResult texts = run_csv_pass(source, second_plan(plan, result.texts), reading.context);
    for (const std::size_t column : result.texts) {
      result.columns[column] = std::move(texts.columns[column]);
    }
  }
  for (std::size_t i = 0; i < result.columns.size(); ++i) {
    Column& column = *result.columns[i];
    const bool is_number = plan.must_be_number[i] && column.is_numbers();
    table.columns.push_back(is_number ? column.declared_numeric() : std::move(column));
  }
  interpret_csv(table, how, reading);
  return table;
}

Columns read_csv(Input& input, const CsvOptions& options, const Roles& roles,
                 const Context& context) {
  return read_csv_in_blocks(input, options, {roles, context}, csv_block_size);
}

}  // namespace pith
