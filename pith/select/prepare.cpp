// SPDX-License-Identifier: Apache-2.0
#include "pith/select/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "pith/base/text.h"
#include "pith/data/boolean.h"
#include "pith/data/column_memory.h"

namespace pith::select_internal {
namespace {

/// Whether nothing is to be discretised or filled.
bool is_categorical(const Table& table) {
  const std::vector<Column>& features = table.parts().features;
  return std::all_of(features.begin(), features.end(), [](const Column& column) {
    return column.is_codes() && !column.has_missing();
  });
}

Prepared binned(const Table& complete, const Bins& bins, const Request& request,
                const Context& context) {
  const Table coded = bin_all(complete, bins, context);
  return {.table = request.missing == Missing::level ? missing_as_level(coded, context) : coded,
          .complete = complete,
          .bins = bins};
}

Prepared prepare_by_default_binning(const Table& table, const Configured& configured,
                                    const Request& request, const Context& context) {
  const std::optional<Table> few =
      few_as_codes(table, configured.method.bins->max_distinct, context);
  const Table complete = handle_missing(few.value_or(table), request.missing, context);
  return binned(complete, configured.method.bins->bins, request, context);
}

}  // namespace

// Methods that take only categorical features count values; others take differences between rows.
std::string spread_note(const Configured& configured) {
  return configured.method.traits.input.takes == Takes::codes
             ? "distributed the counts of missing values over the possible values"
             : "a missing category differs by 1 - 1/levels, a missing number by the maximum";
}

std::string booleans_note(std::size_t features) {
  return fmt::format("treated {} as numbers: false is 0, true is 1",
                     counted(features, "boolean feature"));
}

double total_weight(const Table& table) {
  return std::accumulate(table.weights().begin(), table.weights().end(), 0.0);
}

Table without_weightless_rows(const Table& table, const Context& context) {
  if (!table.has_weights()) return table;
  const Reservation held =
      context.reserve(2 * table.rows() * sizeof(std::size_t), "the rows with a weight");
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.weights()[row] > 0) rows.push_back(row);
  }
  return rows.size() == table.rows() ? table : take_reserved(table, rows, context);
}

Table in_numbers(const Table& table, const Configured& configured, const Context& context) {
  if (configured.traits.input.takes != Takes::numbers) return table;
  std::vector<Column> columns = table.parts().features;
  std::size_t changed = 0;
  for (Column& column : columns) {
    if (!is_boolean(column)) continue;
    Reservation held =
        context.reserve(table.rows() * sizeof(double) + bytes_per_made_column,
                        "a boolean feature as numbers", "select from fewer features");
    column = boolean_numbers(column).holding(std::make_shared<const Reservation>(std::move(held)));
    ++changed;
  }
  if (changed == 0) return table;
  return table.with_features(std::move(columns)).with_note(booleans_note(changed));
}

Prepared prepare(const Table& table, const Configured& configured, const Request& request,
                 const Context& context) {
  if (configured.traits.input.takes != Takes::codes) {
    const Table complete = handle_missing(table, request.missing, context);
    if (complete.has_missing() && request.missing == Missing::spread)
      return {.table = complete.with_note(spread_note(configured)), .complete = complete};
    return {
        .table = request.missing == Missing::level ? missing_as_level(complete, context) : complete,
        .complete = complete};
  }
  if (configured.method.bins && !request.bins)
    return prepare_by_default_binning(table, configured, request, context);
  // Each copy of a table with many features takes as long as scoring them.
  if (is_categorical(table))
    return {.table = table, .complete = table, .bins = request.bins.value_or(Bins{})};
  const Table categories = table.has_missing() ? integers_as_codes(table, context) : table;
  Table complete = handle_missing(categories, request.missing, context);
  if (complete.has_missing() && request.missing == Missing::spread)
    complete = complete.with_note(spread_note(configured));
  return binned(integers_as_codes(complete, context), request.bins.value_or(Bins{}), request,
                context);
}

}  // namespace pith::select_internal
