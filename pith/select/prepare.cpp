// SPDX-License-Identifier: Apache-2.0
#include "pith/select/prepare.h"

#include <numeric>
#include <optional>
#include <vector>

namespace pith::select_internal {
namespace {

Table prepare_by_default_binning(const Table& table, const Configured& configured,
                                 const Request& request, const Context& context) {
  const std::optional<Table> few =
      few_as_codes(table, configured.method.bins->max_distinct, context);
  const Table complete = handle_missing(few.value_or(table), request.missing);
  const Table coded = bin_all(complete, configured.method.bins->bins, context);
  return request.missing == Missing::level ? missing_as_level(coded) : coded;
}

/// Methods that take only categorical features count values; others take differences between rows.
std::string spread_note(const Configured& configured) {
  return configured.method.traits.input.takes == Takes::codes
             ? "distributed the counts of missing values over the possible values"
             : "a missing category differs by 1 - 1/levels, a missing number by the maximum";
}

}  // namespace

double total_weight(const Table& table) {
  return std::accumulate(table.weights().begin(), table.weights().end(), 0.0);
}

Table without_weightless_rows(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!table.has_weights() || table.weights()[row] > 0) rows.push_back(row);
  }
  return rows.size() == table.rows() ? table : table.take(rows);
}

Table prepare(const Table& table, const Configured& configured, const Request& request,
              const Context& context) {
  if (configured.traits.input.takes != Takes::codes) {
    const Table complete = handle_missing(table, request.missing);
    if (complete.has_missing() && request.missing == Missing::spread)
      return complete.with_note(spread_note(configured));
    return request.missing == Missing::level ? missing_as_level(complete) : complete;
  }
  if (configured.method.bins && !request.bins)
    return prepare_by_default_binning(table, configured, request, context);
  const Table categories = table.has_missing() ? integers_as_codes(table, context) : table;
  Table complete = handle_missing(categories, request.missing);
  if (complete.has_missing() && request.missing == Missing::spread)
    complete = complete.with_note(spread_note(configured));
  const Table coded = discretize(complete, request.bins.value_or(Bins{}), context);
  return request.missing == Missing::level ? missing_as_level(coded) : coded;
}

}  // namespace pith::select_internal
