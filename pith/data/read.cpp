// SPDX-License-Identifier: Apache-2.0
#include "pith/data/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/data/csv/csv.h"
#include "pith/data/encoding.h"
#include "pith/data/files/annotations.h"
#include "pith/data/files/table_files.h"
#include "pith/data/files/text_file.h"
#include "pith/data/files/typed_choice.h"
#include "pith/data/files/typed_file.h"
#include "pith/data/formats/arff.h"
#include "pith/data/formats/libsvm.h"
#include "pith/data/formats/mat/mat.h"
#include "pith/data/formats/npy.h"
#include "pith/data/input.h"
#include "pith/data/interpret.h"
#include "pith/data/sql/database.h"

namespace pith {
namespace {

std::string lower(std::string_view text) {
  std::string copy(text);
  for (char& letter : copy) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  }
  return copy;
}

/// Whether the target is the array called y, or Y, of a file of arrays.
bool needs_y(const Roles& roles) {
  const auto is_y = [](const std::string& target) { return lower(target) == "y"; };
  const bool is_default = roles.target.empty() && roles.more_targets.empty();
  return roles.has_target &&
         (is_default || is_y(roles.target) ||
          std::any_of(roles.more_targets.begin(), roles.more_targets.end(), is_y));
}

Columns read_as(Format format, Input& input, const ReadOptions& options, const Roles& roles,
                const Context& context) {
  switch (format) {
    case Format::arff:
      return read_arff(input, context, MissingTokens(options.na, false));
    case Format::libsvm:
      return read_libsvm(input, context);
    case Format::npy:
      return read_npy(input, context);
    case Format::npz:
      return read_npz(input, context);
    case Format::mat:
      return read_mat(input, needs_y(roles), context);
    default:
      return read_csv(input, csv_options(options, format), roles, context);
  }
}

void decode_texts(Columns& columns, Encoding encoding, Input& input, const Context& context) {
  TextDecoder decoder(encoding, columns.source, &input);
  decoder.decode(columns.names);
  unique_names(columns.names, columns.notes);
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    if (columns.columns[i].is_codes()) {
      const Reservation held = context.reserve(
          3 * columns.columns[i].bytes() + columns.columns[i].rows() * sizeof(std::uint32_t),
          columns.source + ": decoding the texts of a column");
      columns.columns[i] = decoder.decode(columns.columns[i], columns.names[i]);
    }
  }
  decoder.note(columns.notes);
}

/// Numbers that the user named as missing values, in formats that hold numbers.
void mark_missing(Columns& columns, const MissingTokens& tokens, const Context& context) {
  if (!tokens.has_numbers()) return;
  for (Column& column : columns.columns) {
    if (!column.is_numbers()) continue;
    Reservation held = context.reserve(column.rows() * (sizeof(double) + 1) + bytes_per_made_column,
                                       "a column without missing values", "use a smaller table");
    std::vector<double> values(column.rows());
    column.copy_numbers(0, values);
    Mask missing = column.missing();
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (missing.test(row) || !tokens.contains(values[row])) continue;
      missing.set(row);
      values[row] = std::numeric_limits<double>::quiet_NaN();
    }
    if (missing.count() > column.missing().count())
      column = Column::from_numbers(std::move(values), std::move(missing))
                   .described_as(column)
                   .holding(std::make_shared<const Reservation>(std::move(held)));
  }
}

/// For the readers that read every column.
void keep_chosen(Columns& columns, const ColumnChoice& choice) {
  const std::vector<bool> is_chosen = choice(columns.names);
  Columns chosen;
  const std::size_t features = columns.names.size() - columns.labels;
  for (std::size_t i = 0; i < is_chosen.size(); ++i) {
    if (!is_chosen[i] && i >= features && columns.labels > 1) --columns.labels;
    if (!is_chosen[i]) continue;
    chosen.names.push_back(std::move(columns.names[i]));
    chosen.columns.push_back(std::move(columns.columns[i]));
  }
  columns.names = std::move(chosen.names);
  columns.columns = std::move(chosen.columns);
}

/// Appends the one-dimensional array in `path` as the last column, named by its path.
void append_target(Columns& columns, const std::string& path, const Context& context) {
  Input input = Input::open(path, context);
  Columns target = read_npy(input, context);
  const std::size_t rows = columns.columns.empty() ? 0 : columns.columns.front().rows();
  check_target_shape(path, {target.columns.front().rows(), target.columns.size()},
                     {columns.source, rows});
  columns.names.push_back(path);
  columns.columns.push_back(std::move(target.columns.front()));
}

/// Reads a file whose columns are what their values or texts say.
Columns read_values(const std::string& path, const Roles& roles, const ReadOptions& options,
                    const Context& context) {
  Input input = Input::open(path, context);
  const Format format = options.format ? *options.format : format_of(path);
  if (is_text(format)) prepare_text(input, options);
  Columns columns = read_as(format, input, options, roles, context);
  if (format == Format::arff)
    decode_texts(columns, parse_encoding(options.encoding), input, context);
  const bool is_delimited = format == Format::csv || format == Format::tsv;
  if (!is_delimited && format != Format::arff)
    mark_missing(columns, MissingTokens(options.na, false), context);
  if (!is_text(format)) require_utf8(columns);
  if (options.choice && !is_delimited) keep_chosen(columns, options.choice);
  if (columns.source.empty()) columns.source = input.name();
  if (options.wants_digest) columns.sha256 = input.digest();
  return columns;
}

/// Puts columns of zeros, which take no memory, where columns were not read: roles may count
/// columns, and their patterns must find them.
void fill_unread(TypedColumns& read, TypedChoice needed) {
  for (std::string& note : needed.notes())
    read.columns.notes.push_back(std::move(note));
  if (read.columns.columns.size() == needed.names.size() || needed.is_read.empty()) return;
  const std::size_t rows = read.columns.columns.front().rows();
  const Column zeros =
      Column::borrow({.rows = rows, .stored = std::span<const std::int32_t>()}, nullptr);
  std::vector<Column> columns;
  std::vector<bool> is_text;
  for (std::size_t i = 0, next = 0; i < needed.names.size(); ++i) {
    const bool is_read = needed.is_read[i];
    columns.push_back(is_read ? std::move(read.columns.columns[next]) : zeros);
    is_text.push_back(is_read && read.is_text[next]);
    next += is_read ? 1 : 0;
  }
  read.columns.names = std::move(needed.names);
  read.columns.columns = std::move(columns);
  read.is_text = std::move(is_text);
}

/// Reads a file, or the result of a query, whose columns have types: an empty text is a value.
Columns read_types(const std::string& path, const Roles& roles, const ReadOptions& options,
                   const Context& context) {
  TypedChoice needed;
  ReadOptions reading = options;
  if (!reading.choice) {
    reading.choice = [&](std::span<const std::string> all) { return needed.choose(all, roles); };
  }
  TypedColumns read = is_database(path)
                          ? read_database(path,
                                          {.query = options.query,
                                           .allows_external = options.allows_external,
                                           .wants_digest = options.wants_digest},
                                          context)
                          : read_typed_files(table_files(path, options), reading, context);
  if (!read.missing_target.empty() && needs_y(roles))
    throw Error(ErrorKind::bad_data, read.missing_target);
  fill_unread(read, std::move(needed));
  if (!options.choice) keep_named_annotations(read, roles, path);
  require_utf8(read.columns);
  const MissingTokens tokens = MissingTokens::only(options.na);
  const TypingRules rules{.missing = tokens, .decimal = options.decimal};
  type_texts(read.columns, read.is_text, roles, {rules, tokens}, context);
  if (options.choice) keep_chosen(read.columns, options.choice);
  return std::move(read.columns);
}

void check_query(const std::string& path, bool is_query, const ReadOptions& options) {
  if (is_misspelt_server(path)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: write the address of a PostgreSQL server as postgresql://...",
                            shown_source(path)));
  }
  if (is_query && options.query.empty()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: a database needs a query; pass a SELECT statement ({})",
                            shown_source(path), option("query")));
  }
  if (!is_query && options.allows_external) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: {} is for DuckDB (duckdb:FILE)", path, option("allow_external")));
  }
  if (!is_query && !options.query.empty()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: {} is for databases (duckdb:FILE, sqlite:FILE, postgresql://...)",
                            path, option("query")));
  }
}

}  // namespace

Columns read_columns(const std::string& path, const Roles& roles, const ReadOptions& options,
                     const Context& context) {
  const bool is_query = is_database(path);
  check_query(path, is_query, options);
  const std::optional<Format> format = is_query ? std::nullopt : table_files(path, options).format;
  const bool has_types = is_query || (format && is_typed(*format));
  Columns columns = has_types ? read_types(path, roles, options, context)
                              : read_values(path, roles, options, context);
  std::vector<std::string> targets = roles.more_targets;
  targets.insert(targets.begin(), roles.target);
  for (const std::string& target : targets) {
    const bool has_column =
        std::find(columns.names.begin(), columns.names.end(), target) != columns.names.end();
    if (roles.has_target && !has_column && is_npy_file(target))
      append_target(columns, target, context);
  }
  return columns;
}

Table read(const std::string& path, const Roles& roles, const ReadOptions& options,
           const Context& context) {
  return assign_roles(read_columns(path, roles, options, context), roles, context);
}

}  // namespace pith
