// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "pith/base/error.h"
#include "pith/data/encoding.h"

namespace pith::fuzz {
namespace {

void check_column(const Column& column, const std::string& name, std::size_t rows) {
  require(column.rows() == rows, "a column has another length than the first", name);
  if (column.is_codes()) {
    const std::set<std::string> levels(column.level_names().begin(), column.level_names().end());
    require(levels.size() == column.levels(), "two levels are equal", name);
  }
  std::size_t missing = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool is_missing = column.missing().test(row);
    missing += is_missing ? 1 : 0;
    if (column.is_numbers()) {
      const double value = column.number(row);
      require(is_missing ? std::isnan(value) : std::isfinite(value), "a number is not finite",
              name);
    } else {
      const std::uint32_t code = column.code(row);
      require(is_missing ? code == 0 : code < column.levels(), "a code has no level", name);
    }
  }
  require(missing == column.missing().count(), "the mask counts wrongly", name);
}

void check_columns(const Columns& columns) {
  require(columns.names.size() == columns.columns.size(), "a column has no name");
  const std::set<std::string> names(columns.names.begin(), columns.names.end());
  require(names.size() == columns.names.size(), "two columns have the same name");
  require(!names.contains(""), "a name is empty");
  const std::size_t rows = columns.columns.empty() ? 0 : columns.columns.front().rows();
  for (std::size_t i = 0; i < columns.columns.size(); ++i)
    check_column(columns.columns[i], columns.names[i], rows);
  for (const std::string& note : columns.notes)
    require(note.find('\n') == std::string::npos, "a note has several lines", note);
}

std::string column_difference(const Column& one, const Column& other) {
  if (one.kind() != other.kind()) return "one holds numbers, the other categories";
  if (one.rows() != other.rows()) return fmt::format("{} and {} rows", one.rows(), other.rows());
  if (one.level_names() != other.level_names()) return "other levels";
  if (one.is_date() != other.is_date()) return "only one holds dates";
  for (std::size_t row = 0; row < one.rows(); ++row) {
    if (one.missing().test(row) != other.missing().test(row))
      return fmt::format("row {} is missing in one of them", row);
    if (one.missing().test(row)) continue;
    if (one.is_codes()) {
      if (one.code(row) != other.code(row)) return fmt::format("row {}: other codes", row);
    } else if (one.number(row) != other.number(row)) {
      return fmt::format("row {}: {} and {}", row, one.number(row), other.number(row));
    }
  }
  return {};
}

/// Files in memory that live as long as the process.
int descriptor_of(std::size_t place) {
  static std::array<int, 4> descriptors = [] {
    std::array<int, 4> all{};
    for (int& each : all)
      each = ::memfd_create("pith", MFD_CLOEXEC);
    return all;
  }();
  return descriptors.at(place);
}

}  // namespace

std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}

void require(bool holds, std::string_view what, std::string_view detail) {
  if (holds) return;
  fmt::print(stderr, "broken promise: {}{}{}\n", what, detail.empty() ? "" : ": ", detail);
  std::abort();
}

Context context(unsigned threads) {
  return {.threads = threads, .memory = std::uint64_t{64} << 20U};
}

std::string memory_file(std::string_view bytes, std::size_t place) {
  const int descriptor = descriptor_of(place);
  const bool is_written =
      ::ftruncate(descriptor, 0) == 0 &&
      ::pwrite(descriptor, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
  require(is_written, "the file in memory cannot be written");
  return "/proc/self/fd/" + std::to_string(descriptor);
}

Outcome outcome_of(const std::function<Columns()>& read) {
  try {
    Outcome outcome{.columns = read()};
    check_columns(outcome.columns);
    return outcome;
  } catch (const Error& error) {
    const std::string message = error.what();
    require(!message.empty(), "an error has no message");
    require(message.find('\n') == std::string::npos, "a message has several lines", message);
    require(is_utf8(message), "a message is not UTF-8", message);
    require(error.kind() != ErrorKind::cancelled, "nobody asked to stop", message);
    return {.error = message};
  }
}

Outcome outcome_of(std::string_view bytes, const ReadOptions& options, const Context& context) {
  const std::string path = memory_file(bytes);
  return outcome_of([&] { return read_columns(path, {}, options, context); });
}

Outcome table_of(std::string_view bytes, const ReadOptions& options) {
  Outcome outcome = outcome_of(bytes, options);
  if (!outcome.is_error()) assign(outcome.columns, {.drop_rows_without_target = true});
  return outcome;
}

void assign(const Columns& columns, const Roles& roles) {
  (void)outcome_of([&] {
    const Table table = assign_roles(columns, roles);
    return Columns{.names = table.names(), .columns = table.parts().features};
  });
}

void require_same(const Outcome& one, const Outcome& other, std::string_view what) {
  if (one.is_error() || other.is_error()) {
    require(one.error == other.error, what, one.error + " | " + other.error);
    return;
  }
  const std::string text = difference(one.columns, other.columns);
  require(text.empty(), what, text);
  require(one.columns.notes == other.columns.notes, what, "other notes");
}

std::string difference(const Columns& one, const Columns& other) {
  if (one.names.size() != other.names.size())
    return fmt::format("{} and {} columns", one.names.size(), other.names.size());
  for (std::size_t i = 0; i < one.names.size(); ++i) {
    if (one.names[i] != other.names[i])
      return fmt::format("names {} and {}", quoted(one.names[i]), quoted(other.names[i]));
    const std::string text = column_difference(one.columns[i], other.columns[i]);
    if (!text.empty()) return fmt::format("column {}: {}", quoted(one.names[i]), text);
  }
  return {};
}

}  // namespace pith::fuzz
