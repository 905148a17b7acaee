// SPDX-License-Identifier: Apache-2.0
#include "pith/data/missing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/data/mean.h"
#include "pith/data/missing_rules.h"
#include "pith/data/typing.h"

namespace pith {
namespace {

constexpr std::array<std::pair<std::string_view, Missing>, 5> words{{{"error", Missing::error},
                                                                     {"drop", Missing::drop},
                                                                     {"impute", Missing::impute},
                                                                     {"level", Missing::level},
                                                                     {"spread", Missing::spread}}};

/// Checks that rows and at least two classes are left, with a more specific message than that of
/// Table::take.
void check_enough_left(const Table& table, std::span<const std::size_t> rows) {
  if (rows.empty()) reject_no_rows_left();
  if (!table.has_classes()) return;
  const std::uint32_t first = table.target().code(rows.front());
  const bool has_two = std::any_of(
      rows.begin(), rows.end(), [&](std::size_t row) { return table.target().code(row) != first; });
  if (!has_two) reject_one_class_left(table.target().level(first));
}

Table drop(const Table& table, const Context& context) {
  std::vector<bool> is_complete(table.rows(), true);
  for (const Column& column : table.parts().features) {
    if (!column.has_missing()) continue;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (column.missing().test(row)) is_complete[row] = false;
    }
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (is_complete[row]) rows.push_back(row);
  }
  check_enough_left(table, rows);
  return take_reserved(table, rows, context)
      .with_note(dropped_note(table.rows() - rows.size(), table.rows()));
}

Column impute_numbers(const Column& column, const Table& table, const std::string& name) {
  const Mean mean = mean_of(column, table.weights());
  if (!(mean.count > 0)) reject_imputing_empty(name);
  std::vector<double> values(column.rows());
  column.copy_numbers(0, values);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (column.missing().test(row)) values[row] = mean.value;
  }
  return Column::from_numbers(std::move(values)).described_as(column);
}

Column impute_codes(const Column& column, const Table& table, const std::string& name) {
  const std::optional<std::uint32_t> frequent = most_frequent_code(column, table.weights());
  if (!frequent) reject_imputing_empty(name);
  std::vector<std::uint32_t> codes(column.rows());
  for (std::size_t row = 0; row < codes.size(); ++row)
    codes[row] = column.missing().test(row) ? *frequent : column.code(row);
  return Column::from_codes(codes, column.level_names());
}

/// The memory for other values in the columns that miss some.
std::shared_ptr<Reservation> reserve_filled(const Table& table, const std::string& what,
                                            const Context& context) {
  std::uint64_t bytes = 0;
  std::uint64_t making = 0;
  for (const Column& column : table.parts().features) {
    if (!column.has_missing()) continue;
    const TakingBytes one = taking_bytes(column, column.rows());
    // One more level may need a wider type.
    const std::uint64_t wider = column.is_codes() ? code_bytes(column.rows(), column.levels() + 1) -
                                                        code_bytes(column.rows(), column.levels())
                                                  : 0;
    bytes += one.result + wider;
    making = std::max(making, one.making + 2 * column.levels() * bytes_per_level);
  }
  auto held = std::make_shared<Reservation>(
      context.reserve(bytes + making, what, "use another way to handle missing values"));
  held->shrink(bytes);
  return held;
}

Table impute(const Table& table, const Context& context) {
  const auto held = reserve_filled(table, "the table with imputed values", context);
  std::vector<Column> columns = table.parts().features;
  std::size_t values = 0;
  std::size_t features = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t count = columns[i].missing().count();
    if (count == 0) continue;
    values += count;
    ++features;
    const std::string& name = table.names()[i];
    columns[i] = (columns[i].is_numbers() ? impute_numbers(columns[i], table, name)
                                          : impute_codes(columns[i], table, name))
                     .holding(held);
  }
  return table.with_features(std::move(columns)).with_note(imputed_note(values, features));
}

}  // namespace

Missing parse_missing(std::string_view text) {
  const auto* const word = std::find_if(words.begin(), words.end(),
                                        [&](const auto& known) { return known.first == text; });
  if (word != words.end()) return word->second;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be error, drop, impute, level or spread (got {})",
                          option("missing"), quoted(text)));
}

std::string_view missing_text(Missing missing) {
  return std::find_if(words.begin(), words.end(),
                      [&](const auto& known) { return known.second == missing; })
      ->first;
}

std::optional<std::uint32_t> most_frequent_code(const Column& codes,
                                                std::span<const double> weights) {
  std::vector<double> counts(codes.levels());
  for (std::size_t row = 0; row < codes.rows(); ++row) {
    if (codes.missing().test(row)) continue;
    counts[codes.code(row)] += weights.empty() ? 1.0 : weights[row];
  }
  return most_frequent_code(counts);
}

void reject_missing(const Table& table, std::string_view remedy) {
  Feature feature = 0;
  while (!table.feature(feature).has_missing())
    ++feature;
  const Column& column = table.feature(feature);
  const Mask& missing = column.missing();
  std::size_t row = 0;
  while (!missing.test(row))
    ++row;
  reject_missing({.source = table.source(),
                  .feature = table.name(feature),
                  .count = missing.count(),
                  .first_row = row,
                  .stray = column.stray().empty() ? "" : stray_text(column)},
                 remedy);
}

Table handle_missing(const Table& table, Missing missing, const Context& context) {
  if (!table.has_missing()) return table;
  switch (missing) {
    case Missing::error:
      reject_missing(table, option("missing", {"drop", "impute", "level", "spread"}));
    case Missing::drop:
      return drop(table, context);
    case Missing::impute:
      return impute(table, context);
    case Missing::level:
    case Missing::spread:
      return table;
  }
  return table;
}

Table handle_missing(const Table& table, Missing missing) {
  return handle_missing(table, missing, Context());
}

Table missing_as_level(const Table& table) {
  return missing_as_level(table, Context());
}

Table missing_as_level(const Table& table, const Context& context) {
  if (!table.has_missing()) return table;
  const auto held = reserve_filled(table, "the table with missing values as a level", context);
  std::vector<Column> columns = table.parts().features;
  std::size_t changed = 0;
  for (Column& column : columns) {
    if (!column.has_missing()) continue;
    ++changed;
    const auto level = static_cast<std::uint32_t>(column.levels());
    std::vector<std::uint32_t> codes(column.rows());
    for (std::size_t row = 0; row < codes.size(); ++row) {
      codes[row] = column.missing().test(row) ? level : column.code(row);
    }
    std::vector<std::string> names = column.level_names();
    names.emplace_back("(missing)");
    column = Column::from_codes(codes, std::move(names)).holding(held);
  }
  return table.with_features(std::move(columns)).with_note(missing_level_note(changed));
}

}  // namespace pith
