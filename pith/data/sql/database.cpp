// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/arrow/growing_columns.h"
#include "pith/data/dense.h"
#include "pith/data/input.h"
#include "pith/data/sql/driver.h"
#include "pith/data/sql/duckdb.h"
#include "pith/data/sql/session.h"
#include "pith/data/sql/statement.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

/// `file:` and the path, with what has a meaning in addresses escaped.
std::string sqlite_uri(const DatabaseAddress& address, bool is_at_rest) {
  std::string uri = "file:";
  for (const char letter : address.absolute_place()) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '%' || letter == '?' || letter == '#' || byte < 0x21U) {
      uri += fmt::format("%{:02X}", byte);
    } else {
      uri += letter;
    }
  }
  return uri + (is_at_rest ? "?mode=ro&immutable=1" : "?mode=ro");
}

/// Whether the first bytes of a file, from this offset on, are these.
bool has_bytes(const Input& file, std::uint64_t offset, std::string_view bytes) {
  if (file.size() < offset + bytes.size()) return false;
  std::string there(bytes.size(), '\0');
  file.read_at(offset, std::as_writable_bytes(std::span(there)));
  return there == bytes;
}

/// SQLite would leave files beside a database in write-ahead mode even if it only reads. Where
/// there is no log nobody is writing, and then it need not look.
bool is_at_rest(const Input& file, const std::string& path) {
  constexpr std::uint64_t versions = 18;  // of the format, for writing and for reading
  std::error_code error;
  return has_bytes(file, versions, "\2\2") && !fs::exists(path + "-wal", error);
}

std::unique_ptr<Session> open_sqlite(const AdbcDriver& driver, const DatabaseAddress& address,
                                     const Input& file) {
  const std::string uri = sqlite_uri(address, is_at_rest(file, address.place));
  return std::make_unique<Session>(driver, address, DriverOptions{{"uri", uri}});
}

std::unique_ptr<Session> open_postgresql(const AdbcDriver& driver, const DatabaseAddress& address) {
  auto session = std::make_unique<Session>(driver, address, DriverOptions{{"uri", address.place}});
  session->run("SET default_transaction_read_only TO on");
  session->run("SET client_encoding TO 'UTF8'");
  return session;
}

TypedColumns read_answer(Session& session, const std::string& query, const DriverOptions& options,
                         const Context& context) {
  Answer answer(session, query, options, context);
  std::vector<std::string> notes;
  GrowingColumns columns(answer.fields(notes), context);
  while (const auto chunk = answer.next())
    columns.add(chunk->value);
  if (columns.rows() == 0)
    throw Error(ErrorKind::bad_data,
                session.address().shown + ": the query returns no rows; ask for at least one");
  TypedColumns read = columns.finish();
  read.columns.notes = std::move(notes);
  return read;
}

DriverOptions rows_at_a_time(std::uint64_t rows) {
  return {{"adbc.sqlite.query.batch_rows", std::to_string(rows)}};
}

/// SQLite has values of any type in a column. Its driver takes the type from the rows of the first
/// chunk, which may have nulls only; where another one follows, all rows are made one chunk.
TypedColumns read_sqlite(Session& session, const std::string& query, const Context& context) {
  constexpr std::uint64_t usual_rows = 4096;
  try {
    return read_answer(session, query, rows_at_a_time(usual_rows), context);
  } catch (const QueryError& error) {
    if (!error.is_type_mismatch()) throw;
  }
  const std::string table = without_semicolon(query, DatabaseSystem::sqlite);
  const TypedColumns counted_rows =
      read_answer(session, "SELECT count(*) FROM (" + table + "\n)", {}, context);
  const double rows = counted_rows.columns.columns.front().number(0);
  std::vector<std::string> notes;
  const std::size_t columns = Answer(session, query, {}, context).fields(notes).size();
  constexpr std::uint64_t bytes_per_value = 24;  // of a short text, with its place
  const Reservation held = reserve_table(
      checked_product(static_cast<std::uint64_t>(rows), columns * bytes_per_value),
      fmt::format("{}: columns of mixed types, for which all {} are read at once,",
                  session.address().shown, counted(static_cast<std::size_t>(rows), "row")),
      context);
  return read_answer(session, query, rows_at_a_time(static_cast<std::uint64_t>(rows) + 1), context);
}

/// The file of a database, which must exist: else the driver would create it.
std::optional<Input> database_file(const DatabaseAddress& address, const Context& context) {
  if (!address.is_file()) return std::nullopt;
  const std::string& path = address.place;
  std::error_code error;
  if (path.empty() || path == "-" || (fs::exists(path, error) && !fs::is_regular_file(path, error)))
    throw Error(ErrorKind::bad_argument, address.shown + ": a database is a file; name one");
  std::optional<Input> file = Input::open(path, context);
  const bool is_sqlite = has_bytes(*file, 0, "SQLite format 3");
  const bool is_duckdb = has_bytes(*file, 8, "DUCK");
  const bool wants_sqlite = address.system == DatabaseSystem::sqlite;
  if ((is_sqlite && !wants_sqlite) || (is_duckdb && wants_sqlite))
    throw Error(ErrorKind::bad_argument, fmt::format("{}: this is a database of {}; name it {}:{}",
                                                     address.shown, is_sqlite ? "SQLite" : "DuckDB",
                                                     is_sqlite ? "sqlite" : "duckdb", path));
  return file;
}

/// Databases have infinite dates, which drivers deliver as the first or last date that their
/// integers hold, with or without an overflow.
bool is_infinite_date(double day, DatabaseSystem system) {
  constexpr double first_of_postgresql = -2'440'588;    // 4714 BC
  constexpr double last_in_microseconds = 106'751'991;  // of 63 bits
  constexpr double last_in_nanoseconds = 106'751.99116730064;
  if (system == DatabaseSystem::postgresql && day < first_of_postgresql) return true;
  return std::abs(day) >= last_in_microseconds || std::abs(day) == last_in_nanoseconds;
}

void reject_infinite_dates(const Columns& columns, DatabaseSystem system) {
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const Column& column = columns.columns[i];
    if (!column.is_date()) continue;
    for (std::size_t row = 0; row < column.rows(); ++row) {
      if (column.missing().test(row) || !is_infinite_date(column.number(row), system)) continue;
      throw Error(
          ErrorKind::bad_data,
          fmt::format("column {}, row {} (counted from 0): the date is infinite; replace it "
                      "in the query, or leave out the row",
                      quoted(columns.names[i]), row),
          Cause::infinite_value);
    }
  }
}

/// DuckDB delivers its unsigned integers of 128 bits as signed ones, so that large ones become
/// negative.
void reject_wrapped_integers(Session& session, const std::string& query, const Columns& columns,
                             const Context& context) {
  std::vector<bool> is_negative;
  for (const Column& column : columns.columns) {
    bool has_negative = false;
    const bool is_wide = column.is_numbers() && column.layout() == nullptr;
    for (std::size_t row = 0; is_wide && !has_negative && row < column.rows(); ++row)
      has_negative = !column.missing().test(row) && column.number(row) <= -1;
    is_negative.push_back(has_negative);
  }
  if (std::find(is_negative.begin(), is_negative.end(), true) == is_negative.end()) return;
  TypedColumns types;
  try {
    types = read_answer(session,
                        "SELECT column_type FROM (DESCRIBE " +
                            without_semicolon(query, DatabaseSystem::duckdb) + "\n)",
                        {}, context);
  } catch (const QueryError&) {
    return;  // not a statement that computes numbers
  }
  const Column& names = types.columns.columns.front();
  for (std::size_t i = 0; i < std::min(names.rows(), is_negative.size()); ++i) {
    if (is_negative[i] && names.level(names.code(i)) == "UHUGEINT")
      reject_type(columns.names[i], "integers (UHUGEINT) of 2^127 or more",
                  "cast it in the query, or leave it out");
  }
}

TypedColumns ask(const AdbcDriver& driver, const DatabaseAddress& address, const Question& question,
                 const Context& context) {
  const std::optional<Input> file = database_file(address, context);
  TypedColumns read;
  switch (address.system) {
    case DatabaseSystem::duckdb: {
      const OpenDuckDB open = open_duckdb(driver, address, question.allows_external, context);
      read = read_answer(*open.session, question.query, {}, context);
      reject_wrapped_integers(*open.session, question.query, read.columns, context);
      break;
    }
    case DatabaseSystem::sqlite:
      read = read_sqlite(*open_sqlite(driver, address, *file), question.query, context);
      break;
    case DatabaseSystem::postgresql:
      // Its driver puts the query into parentheses, where neither a semicolon nor a comment to the
      // end of the line may stand.
      read = read_answer(*open_postgresql(driver, address),
                         without_semicolon(question.query, address.system) + "\n", {}, context);
      break;
  }
  reject_infinite_dates(read.columns, address.system);
  if (question.wants_digest && file) read.columns.sha256 = file->digest();
  return read;
}

}  // namespace

bool is_database(const std::string& source) {
  return database_address(source).has_value();
}

std::string source_file(const std::string& source) {
  const auto address = database_address(source);
  return address && address->is_file() ? address->place : source;
}

TypedColumns ask_database(const AdbcDriver& driver, const DatabaseAddress& address,
                          const Question& question, const Context& context) {
  check_statement(question.query, address.system);
  if (question.allows_external && address.system != DatabaseSystem::duckdb)
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: {} is for DuckDB", address.shown, option("allow_external")));
  TypedColumns read = ask(driver, address, question, context);
  read.columns.source = address.shown;
  read.columns.notes.push_back(
      fmt::format("the table is the result of the query {}", quoted(question.query)));
  return read;
}

TypedColumns read_database(const std::string& source, const Question& question,
                           const Context& context) {
  const DatabaseAddress address = database_address(source).value();
  check_statement(question.query, address.system);  // before a driver is needed
  (void)database_file(address, context);
  const AdbcDriver driver = load_driver(address.system, own_driver_folders(address.system));
  return ask_database(driver, address, question, context);
}

}  // namespace pith
