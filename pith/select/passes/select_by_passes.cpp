// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/select_by_passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/blocks/table_blocks.h"
#include "pith/data/boolean.h"
#include "pith/data/missing_rules.h"
#include "pith/data/target_rules.h"
#include "pith/search/task.h"
#include "pith/select/passes/pass_aside.h"
#include "pith/select/passes/pass_encode.h"
#include "pith/select/passes/pass_prepare.h"
#include "pith/select/passes/pass_report.h"
#include "pith/select/passes/pass_table.h"
#include "pith/select/passes/pass_target.h"
#include "pith/select/prepare.h"
#include "pith/select/settle.h"
#include "pith/stats/passes/block_runner.h"
#include "pith/stats/passes/pass_source.h"

namespace pith {
namespace {

using namespace select_internal;  // NOLINT(google-build-using-namespace): it has no other user

/// Counts the passes over rows, and checks between them whether to stop.
class CountingRunner final : public Runner {
 public:
  explicit CountingRunner(Runner& runner) : runner_(runner) {}

  void run(const Pass& pass, PassState& state, const Context& context) override {
    context.check_cancelled();
    ++passes_;
    runner_.run(pass, state, context);
  }
  void encode(const Encoding& encoding, const Context& context) override {
    context.check_cancelled();
    runner_.encode(encoding, context);
  }
  const Table* table() const override { return runner_.table(); }
  bool has_rows_in_memory() const override { return runner_.has_rows_in_memory(); }
  std::uint64_t passes() const { return passes_; }

 private:
  Runner& runner_;
  std::uint64_t passes_ = 0;
};

std::string remedies() {
  return fmt::format(
      "select from a sample of the rows, or use a method that needs only "
      "statistics, such as {}",
      option("method", {"gc-mi", "mrmr", "jmi"}));
}

void reject_by_passes(const Configured& configured, const Request& request) {
  const Traits& traits = configured.traits;
  if (traits.input.needs_rows) {
    const bool is_default = configured.method.traits.input.needs_rows;
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}{} needs the rows of the table, of which {} and tables beyond "
                            "memory give it only statistics; {}",
                            configured.method.id, is_default ? "" : " with these parameters",
                            option("exact"), remedies()));
  }
  if (request.k.is_chosen(traits.output.finds_k)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} needs the rows of the table, of which {} and tables beyond memory "
                            "give only statistics; give {} a number, or find it on a sample of "
                            "the rows",
                            option("k", "auto"), option("exact"), option("k")));
  }
  if (request.rows > 0) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} cannot be combined with {} or with a table beyond memory; sample "
                            "the rows before, or leave it out",
                            option("rows"), option("exact")));
  }
}

/// The kinds of the features decide what `auto` stands for.
Request without_auto(const PassTable& table, const TableSummary& summary,
                     const std::vector<Feature>& places, const Request& request) {
  if (request.method != "auto") return request;
  const bool is_all_numbers = std::all_of(places.begin(), places.end(), [&](Feature place) {
    const PassFeature& feature = table.features[place];
    if (!feature.is_codes) return true;
    if (feature.has_numbers) return false;
    std::vector<std::string> names;
    for (const auto& [name, count] : summary.feature(place).levels)
      names.push_back(name);
    return are_boolean_levels(names);
  });
  return select_internal::without_auto(auto_method(is_all_numbers),
                                       request.missing != Missing::spread, request);
}

MissingKinds missing_kinds(const PassInput& input, const Configured& configured) {
  MissingKinds kinds;
  for (std::size_t i = 0; i < input.summaries.size(); ++i) {
    if (input.summaries[i]->missing == 0) continue;
    const PassFeature& feature = input.table.features[i];
    kinds.has_any = true;
    kinds.has_numeric = kinds.has_numeric || !feature.is_codes ||
                        is_numeric_boolean(feature, *input.summaries[i], configured);
  }
  return kinds;
}

void check_missing(const PassInput& input, const Configured& configured, Missing missing) {
  const MissingKinds kinds = missing_kinds(input, configured);
  if (missing == Missing::error && kinds.has_any) {
    const auto first =
        std::find_if(input.summaries.begin(), input.summaries.end(),
                     [](const ColumnSummary* summary) { return summary->missing > 0; });
    const PassFeature& feature =
        input.table.features[static_cast<std::size_t>(first - input.summaries.begin())];
    reject_missing({.source = input.table.source,
                    .feature = feature.name,
                    .count = (*first)->missing,
                    .stray = feature.stray},
                   option("missing", missing_remedies(kinds, configured)));
  }
  check_missing_option(kinds, configured, missing);
}

void check_numbers(const PassInput& input, const Configured& configured) {
  if (configured.traits.input.takes == Takes::codes) return;
  for (std::size_t i = 0; i < input.summaries.size(); ++i) {
    const PassFeature& feature = input.table.features[i];
    if (feature.is_codes && configured.traits.input.takes == Takes::numbers &&
        !is_numeric_boolean(feature, *input.summaries[i], configured)) {
      reject_categorical(feature.name, configured);
    }
  }
  for (std::size_t i = 0; i < input.summaries.size(); ++i) {
    const PassFeature& feature = input.table.features[i];
    if (feature.is_codes) continue;
    const NumberRange range = range_of(feature, *input.summaries[i]);
    check_magnitude("feature", feature.name, std::max(std::abs(range.min), std::abs(range.max)));
  }
}

void check_suitable(const PassInput& input, const Configured& configured, const Request& request) {
  check_target(input.table.target.has_value(), configured);
  check_numbers(input, configured);
  check_missing(input, configured, request.missing);
  check_rows(input.rows, configured);
  const bool is_constant =
      std::all_of(input.summaries.begin(), input.summaries.end(),
                  [](const ColumnSummary* summary) { return summary->is_constant(); });
  if (configured.traits.input.needs_variation && is_constant)
    reject_constants(input.summaries.size(), configured);
}

void check_prepared(const PassPrepared& prepared, const Configured& configured) {
  check_rows(prepared.facts.rows, configured);
  const bool is_constant =
      std::all_of(prepared.features.begin(), prepared.features.end(),
                  [](const PreparedFeature& each) { return each.is_constant; });
  if (configured.traits.input.needs_variation && is_constant)
    reject_constants(prepared.features.size(), configured);
}

std::size_t count_booleans(const PassInput& input, const Configured& configured) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < input.summaries.size(); ++i)
    count += is_numeric_boolean(input.table.features[i], *input.summaries[i], configured) ? 1 : 0;
  return count;
}

/// Selects a number of features that is known, from a table of which nothing is set aside any more.
Selection select_number(Runner& runner, const PassInput& input, const Configured& configured,
                        const Request& request, const Context& context) {
  const std::size_t features = input.table.features.size();
  const std::size_t k = request.k.number(features, configured.traits.output.finds_k);
  check_k(k);
  check_suitable(input, configured, request);
  const std::vector<Feature> keep = find_kept(input.table.names(), request, k);
  const Reservation held = reserve_result(features, configured, k, context);
  context.report({.phase = "prepare"});
  const PassPrepared prepared = prepare(runner, input, configured, request, context);
  check_prepared(prepared, configured);
  context.report({.phase = "select"});
  context.check_cancelled();
  const PassSource source(runner, prepared.facts);
  const std::vector<Feature> watched = find_watched(input.table.names(), request);
  const Task task{.k = k,
                  .keep = keep,
                  .params = configured.params,
                  .is_traced = request.traced.has_value(),
                  .watched = watched};
  Selection selection = configured.method.run(source, task, context);
  for (Selected& step : selection.selected)
    step.name = input.table.features[step.feature].name;
  for (Ranked& entry : selection.ranking)
    entry.name = input.table.features[entry.feature].name;
  std::vector<std::string> notes = input.table.notes;
  if (const std::size_t booleans = count_booleans(input, configured))
    notes.push_back(booleans_note(booleans));
  notes.insert(notes.end(), prepared.notes.begin(), prepared.notes.end());
  for (std::string& note : notes_about(runner, input, prepared, selection, context))
    notes.push_back(std::move(note));
  selection.notes.insert(selection.notes.begin(), notes.begin(), notes.end());
  selection.fitted = fitted_features(runner, input, prepared, selection, context);
  selection.missing = request.missing;
  selection.method = configured.method.id;
  selection.params = configured.params;
  selection.k = k;
  return selection;
}

DataDescription description_of(const PassTable& table, const TableSummary& summary,
                               const Classes& classes) {
  DataDescription data{.source = table.source,
                       .rows = summary.rows(),
                       .features = table.features.size(),
                       .sha256 = table.sha256};
  if (table.target) {
    data.target = table.target->name;
    data.classes = classes.shown;
  }
  return data;
}

Selection select_from(Runner& given, const PassTable& table, const Request& asked,
                      const Context& context) {
  if (asked.method != "auto") check_by_passes(asked);
  CountingRunner runner(given);
  const AsideRules rules = AsideRules::of(asked);
  const TableSummary summary = summarise(runner, table, {.finds_ids = rules.identifiers}, context);
  Classes classes = classes_of(runner, table, summary, context);
  if (summary.rows() == 0) throw Error(ErrorKind::bad_data, "the table has no rows");
  const std::vector<SetAside> aside = select_internal::find_set_aside(table, summary, rules);
  const std::vector<Feature> places = places_without(aside, table.features.size());
  const Request request = without_auto(table, summary, places, asked);
  const Configured configured = configure(request);
  reject_by_passes(configured, request);

  PassInput input{.table = {.target = table.target,
                            .roles = table.roles,
                            .has_classes = table.has_classes,
                            .source = table.source,
                            .sha256 = table.sha256,
                            .notes = table.notes},
                  .rows = summary.rows()};
  input.table.features.reserve(places.size());
  for (const Feature place : places) {
    input.table.features.push_back(table.features[place]);
    input.summaries.push_back(&summary.feature(place));
  }
  std::vector<std::string>& notes = input.table.notes;
  notes.insert(notes.end(), classes.notes.begin(), classes.notes.end());
  for (std::string& note : set_aside_notes(aside))
    notes.push_back(std::move(note));
  const DataDescription data = description_of(table, summary, classes);
  input.classes = std::move(classes);

  Selection selection = select_number(runner, input, configured, request, context);
  if (!aside.empty()) restore_places(places, aside, selection);
  selection.engine = Engine{.kind = "chunks", .passes = runner.passes()};
  selection.data = data;
  return selection;
}

}  // namespace

void check_by_passes(const Request& request) {
  reject_by_passes(configure(request), request);
}

Selection select_by_passes(Runner& runner, const BlockSchema& schema, const Roles& roles,
                           const Request& request, const Context& context) {
  return select_from(runner, with_roles(schema, roles), request, context);
}

Selection select_exactly(const Table& table, const Request& request, const Context& context) {
  if (table.has_weights()) reject_pass_weights();
  if (table.targets() > 1) reject_pass_targets(table.targets());
  const TableBlocks blocks =
      request.chunk_rows > 0 ? TableBlocks(table, request.chunk_rows) : TableBlocks(table);
  const PassTable described = with_table_roles(blocks.schema(), table.has_target());
  if (table.has_numeric_target())
    naming_source(described, [&] { reject_numeric_by_passes(table.target_name()); });
  BlockRunner runner(blocks);
  Selection selection = select_from(runner, described, request, context);
  selection.engine->kind = "memory";
  if (table.has_target()) selection.data->classes = table.target().level_names();
  return selection;
}

}  // namespace pith
