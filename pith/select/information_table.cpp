// SPDX-License-Identifier: Apache-2.0
#include "pith/select/information_table.h"

#include <algorithm>
#include <utility>

#include "pith/base/assert.h"
#include "pith/data/column_memory.h"
#include "pith/data/discretize.h"
#include "pith/select/catalog.h"
#include "pith/select/prepare.h"
#include "pith/select/row_sample.h"
#include "pith/select/select.h"
#include "pith/select/set_aside.h"
#include "pith/select/several_targets.h"
#include "pith/select/suitability.h"

namespace pith {
namespace {

using select_internal::configure;
using select_internal::Configured;

/// A method that takes categorical features, discretised by default.
constexpr const char* counting_method = "mim";

Table restricted(const Table& table, std::span<const Feature> features) {
  TableParts parts = table.parts();
  std::vector<Column> columns;
  std::vector<std::string> names;
  for (const Feature feature : features) {
    columns.push_back(parts.features[feature]);
    names.push_back(std::move(parts.names[feature]));
  }
  parts.features = std::move(columns);
  parts.names = std::move(names);
  return Table(std::move(parts));
}

/// A numeric target as classes. Where one value is so frequent that all rows would be in one bin,
/// the mean separates two.
Column as_classes(const Column& target, std::span<const double> weights) {
  constexpr std::size_t bins = 5;
  const Column coded = without_empty_levels(
      discretize(target, {.rule = Bins::Rule::frequency, .count = bins}, {.weights = weights}));
  if (coded.levels() > 1) return coded;
  return without_empty_levels(discretize(target, {}, {.weights = weights}));
}

Table with_class_targets(const Table& table, bool& has_binned) {
  TableParts parts = table.parts();
  const auto convert = [&](Column& column) {
    if (column.is_codes()) return;
    column = as_classes(column, table.weights());
    has_binned = true;
  };
  if (parts.target) convert(*parts.target);
  for (Target& target : parts.more_targets)
    convert(target.column);
  return has_binned ? Table(std::move(parts)) : table;
}

/// The request for categorical features: a rule that needs one target is of no use for several, and
/// pairs cannot distribute missing values.
Request counting_request(const Table& table, const Request& request, const Configured& own) {
  Request counting = request;
  const bool is_own = own.traits.input.takes == Takes::codes;
  if (!is_own) {
    counting.method = counting_method;
    counting.params.clear();
  }
  const bool is_by_target = counting.bins && counting.bins->rule == Bins::Rule::mdl;
  if (is_by_target && table.targets() != 1) counting.bins.reset();
  const bool is_spread = request.missing == Missing::spread || request.missing == Missing::error;
  if (is_spread && table.has_missing()) counting.missing = Missing::level;
  return counting;
}

std::string bins_of(const Table& given, const select_internal::Prepared& prepared) {
  const auto& columns = prepared.complete.parts().features;
  const bool is_binned = std::any_of(columns.begin(), columns.end(),
                                     [](const Column& column) { return column.is_numbers(); });
  const auto& before = given.parts().features;
  const bool has_numbers = std::any_of(before.begin(), before.end(),
                                       [](const Column& column) { return column.is_numbers(); });
  if (is_binned && prepared.bins) return bins_text(*prepared.bins);
  return has_numbers ? "values" : "categories";
}

/// The rows that the method saw, with the targets that it took as classes.
struct SeenRows {
  Table table;
  Request request;
  bool has_binned_target = false;
};

SeenRows seen_rows(const Table& given, const Request& asked, const Context& context) {
  Table table = select_internal::without_weightless_rows(given, context);
  Request request = without_auto(table, asked);
  const bool is_sampled = request.rows > 0 && request.rows < table.rows();
  if (is_sampled || (request.missing == Missing::drop && table.has_missing()))
    table = with_fixed_kinds(table, context);
  if (is_sampled) {
    const auto rows = select_internal::sample_of_rows(table, request.rows, context.seed);
    table = take_reserved(table, rows, context);
  }
  table = select_internal::with_taken_targets(table, configure(request), request, context);
  bool has_binned = false;
  table = with_class_targets(table, has_binned);
  return {
      .table = std::move(table), .request = std::move(request), .has_binned_target = has_binned};
}

}  // namespace

InformationTable with_features(const InformationTable& all, std::span<const Feature> features) {
  std::vector<Feature> positions;
  for (const Feature feature : features) {
    const auto place = std::lower_bound(all.places.begin(), all.places.end(), feature);
    PITH_ASSERT(place != all.places.end() && *place == feature);
    positions.push_back(static_cast<Feature>(place - all.places.begin()));
  }
  return {.table = restricted(all.table, positions),
          .places = {features.begin(), features.end()},
          .bins = all.bins,
          .has_binned_target = all.has_binned_target};
}

InformationTable information_table(const Table& given, const Request& asked,
                                   std::span<const Feature> features, const Context& context) {
  const Table chosen = features.size() == given.features() ? given : restricted(given, features);
  SeenRows seen = seen_rows(chosen, asked, context);
  const Request counting = counting_request(seen.table, seen.request, configure(seen.request));
  const select_internal::Prepared prepared =
      prepare(seen.table, configure(counting), counting, context);
  return {.table = prepared.table,
          .places = {features.begin(), features.end()},
          .bins = bins_of(seen.table, prepared),
          .has_binned_target = seen.has_binned_target};
}

InformationTable information_table(const Table& table, const Request& request,
                                   const Selection& selection, const Context& context) {
  return information_table(table, request, places_without(selection.set_aside, table.features()),
                           context);
}

}  // namespace pith
