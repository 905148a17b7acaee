// SPDX-License-Identifier: Apache-2.0
#include "pith/select/select.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/data/column_memory.h"
#include "pith/search/task.h"
#include "pith/select/catalog.h"
#include "pith/select/find_features.h"
#include "pith/select/fitted.h"
#include "pith/select/notes.h"
#include "pith/select/passes/select_by_passes.h"
#include "pith/select/prepare.h"
#include "pith/select/row_sample.h"
#include "pith/select/set_aside.h"
#include "pith/select/settle.h"
#include "pith/select/several_targets.h"
#include "pith/select/suitability.h"
#include "pith/stats/source.h"

namespace pith {
namespace {

using select_internal::configure;
using select_internal::Configured;
using select_internal::Prepared;

bool has_numeric_targets(const Table& table) {
  for (std::size_t i = 0; i < table.targets(); ++i) {
    if (table.target(i).is_numbers()) return true;
  }
  return false;
}

/// Whether rows are counted by whole numbers, as a correction for chance requires.
bool has_whole_counts(const Table& table, const Request& request) {
  return request.missing != Missing::spread &&
         std::all_of(table.weights().begin(), table.weights().end(),
                     [](double weight) { return weight == std::floor(weight); });
}

/// Throws where the method cannot take a table of which nothing is set aside any more.
void check_method(const Table& given, const Configured& configured, const Request& request,
                  const Context& context) {
  const Table table = select_internal::with_taken_targets(
      select_internal::in_numbers(given, configured, context), configured, request, context);
  select_internal::check_bins(table, configured, request);
  check_suitable(table, configured, request, context);
}

/// Whether this method, with its defaults, could take the table of the request.
bool is_alternative(const Method& other, const Table& table, Request request,
                    const Context& context) {
  request.method = other.id;
  request.params.clear();
  request = without_auto(table, std::move(request));
  try {
    check_method(table, configure(request), request, context);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return false;
  }
  return true;
}

/// Recommends only methods that can take the table. Nothing is owned.
Configured configure_for(const Table& table, const Request& request, const Context& context) {
  Configured configured = configure(request);
  configured.is_alternative = [&](const Method& other) {
    return is_alternative(other, table, request, context);
  };
  return configured;
}

/// Selects a number of features that is known.
Selection select_number(const Table& given, const Configured& configured, const Request& request,
                        std::size_t k, const Context& context) {
  select_internal::check_k(k);
  // A copy of a table with many features takes as long as scoring them, so none is made of a table
  // that would not change.
  std::optional<Table> numeric;
  if (configured.traits.input.takes == Takes::numbers)
    numeric = select_internal::in_numbers(given, configured, context);
  const Table& all = numeric ? *numeric : given;
  std::optional<Table> taken;
  if (all.targets() > 1)
    taken = select_internal::with_taken_targets(all, configured, request, context);
  const Table& table = taken ? *taken : all;
  select_internal::check_bins(table, configured, request);
  check_suitable(table, configured, request, context);
  const std::vector<Feature> keep = select_internal::find_kept(table.names(), request, k);
  const std::vector<Feature> watched = select_internal::find_watched(table.names(), request);
  const Reservation held =
      select_internal::reserve_result(table.features(), configured, k, context,
                                      likely_selection_bytes(table.rows(), table.features()));
  context.report({.phase = "prepare"});
  context.check_cancelled();
  const Prepared prepared = prepare(table, configured, request, context);
  check_size(prepared.table, configured);  // rows with missing values may have been dropped
  context.report({.phase = "select"});
  context.check_cancelled();
  const TableSource source(prepared.table);
  const Task task{.k = k,
                  .keep = keep,
                  .params = configured.params,
                  .combine = request.combine.value_or(Combine::mean),
                  .is_traced = request.traced.has_value(),
                  .watched = watched};
  Selection selection = configured.method.run(source, task, context);
  for (Selected& step : selection.selected)
    step.name = table.name(step.feature);
  for (Ranked& entry : selection.ranking)
    entry.name = table.name(entry.feature);
  const std::vector<std::string> notes =
      select_internal::notes_about(all, prepared.table, selection);
  selection.notes.insert(selection.notes.begin(), notes.begin(), notes.end());
  selection.fitted = fitted_features(table, prepared, request.missing, selection.selected, context);
  select_internal::fit_booleans(given, table, selection);
  selection.missing = request.missing;
  selection.method = configured.method.id;
  selection.params = configured.params;
  selection.k = k;
  select_internal::complete_serves(all, prepared.table, selection, context);
  return selection;
}

/// The features that a permutation test took, after those that must be kept.
std::vector<std::string> tested_names(const Table& table, const Request& request,
                                      const KChoice& choice) {
  std::vector<std::string> names;
  for (const std::string& name : request.keep) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  for (const NullStep& step : choice.null->steps) {
    if (names.size() < choice.k) names.push_back(table.name(step.feature));
  }
  return names;
}

/// Finds the number of features, then selects that many. No method selects none, so for none the
/// single feature is removed again. Where a permutation test passed over the best feature of a
/// step, the features that it took are selected.
Selection select_chosen(const Table& table, const Configured& configured, const Request& request,
                        const Context& context) {
  KChoice choice = request.k.choose()(table, request, context);
  const std::size_t k = std::max<std::size_t>(1, choice.k);
  Selection selection = select_number(table, configured, request, k, context);
  if (choice.k == 0) {
    selection.selected.clear();
    selection.fitted.clear();
    selection.diagnostics.clear();
  }
  if (choice.null) {
    Request exact = request;
    exact.keep = tested_names(table, request, choice);
    if (selection.names() != exact.keep)
      selection = select_number(table, configured, exact, k, context);
  }
  selection.k = choice.k;
  if (choice.stopped) selection.stopped = *choice.stopped;
  if (!choice.note.empty()) selection.notes.push_back(std::move(choice.note));
  selection.cv = std::move(choice.cv);
  selection.null = std::move(choice.null);
  return selection;
}

/// Selects on a random sample of the rows.
Selection select_on_sample(const Table& table, const Request& request, const Context& context) {
  const std::vector<std::size_t> rows =
      select_internal::sample_of_rows(table, request.rows, context.seed);
  Request rest = request;
  rest.rows = 0;
  Selection selection = select(take_reserved(table, rows, context), rest, context);
  selection.sample_rows = rows.size();
  selection.notes.insert(selection.notes.begin(),
                         fmt::format("selected on a sample of {} of {} rows ({})", rows.size(),
                                     table.rows(), option("rows", std::to_string(rows.size()))));
  return selection;
}

/// Selects from a table of which nothing is set aside any more.
Selection select_from(const Table& table, const Request& request, const Context& context) {
  const Configured configured = configure_for(table, request, context);
  const bool finds_k = configured.traits.output.finds_k;
  if (request.k.is_chosen(finds_k)) return select_chosen(table, configured, request, context);
  return select_number(table, configured, request, request.k.number(table.features(), finds_k),
                       context);
}

}  // namespace

Request without_auto(const Table& table, Request request) {
  if (request.method == "auto") {
    const bool has_whole = has_whole_counts(table, request);
    request = select_internal::without_auto(auto_method(table), has_whole, std::move(request));
  }
  return has_numeric_targets(table) ? select_internal::with_numeric_defaults(std::move(request))
                                    : request;
}

const Method& requested_method(const Table& table, const Request& request) {
  return method(without_auto(table, request).method);
}

Selection select(const Table& given, const Request& asked, const Context& context) {
  context.check_cancelled();
  if (asked.is_exact) return select_exactly(given, asked, context);
  std::optional<Table> weighted;
  if (given.has_weights()) weighted = select_internal::without_weightless_rows(given, context);
  ReducedTable reduced = set_aside(weighted ? *weighted : given, AsideRules::of(asked), context);
  Request request = without_auto(reduced.table, asked);
  request.allows_ids = true;  // once decided, for any rows
  const bool is_sampled = request.rows > 0 && request.rows < reduced.table.rows();
  if (is_sampled || (request.missing == Missing::drop && reduced.table.has_missing()))
    reduced.table = with_fixed_kinds(reduced.table, context);
  Selection selection = is_sampled ? select_on_sample(reduced.table, request, context)
                                   : select_from(reduced.table, request, context);
  reduced.restore(selection);
  return selection;
}

Selection select(const Table& table, std::string_view method, std::size_t k, const Settings& params,
                 const Context& context) {
  return select(
      table, Request{.method = std::string(method), .k = k, .params = params, .allows_ids = true},
      context);
}

void check_request(const Table& given, const Request& asked, const Context& context) {
  const ReducedTable reduced = set_aside(select_internal::without_weightless_rows(given, context),
                                         AsideRules::of(asked), context);
  const Request request = without_auto(reduced.table, asked);
  check_method(reduced.table, configure_for(reduced.table, request, context), request, context);
}

std::vector<std::string> suitable_methods(const Table& table, const Request& request,
                                          const std::vector<std::string>& preferred,
                                          const Context& context) {
  return select_internal::alternatives_to(configure_for(table, request, context), preferred,
                                          [](const Method&) { return true; });
}

Request resolved(const Table& table, const Request& asked) {
  const Request request = without_auto(table, asked);
  const Configured configured = configure(request);
  const bool finds_k = configured.traits.output.finds_k;
  if (request.k.is_chosen(finds_k)) {
    std::vector<std::string> finders;
    for (const Method& known : catalog()) {
      if (known.traits.output.finds_k) finders.push_back(known.id);
    }
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{} needs a method that finds its own number of features, and {} does not; "
                    "give {} a number, or use {}",
                    option("k", "auto"), configured.method.id, option("k"),
                    option("method", finders)));
  }
  Request fixed = request;
  fixed.k = request.k.number(table.features(), finds_k);
  return fixed;
}

}  // namespace pith
