// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_prepare.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/data/boolean.h"
#include "pith/data/cuts.h"
#include "pith/data/missing_rules.h"
#include "pith/select/passes/pass_encode.h"
#include "pith/select/prepare.h"

namespace pith::select_internal {
namespace {

bool is_few(const ColumnSummary& summary, std::size_t max_distinct) {
  return !summary.has_more_values && summary.values.size() <= max_distinct;
}

/// Whether numbers with these distinct values stand for categories.
bool is_integer_coded(const PassFeature& feature, const ColumnSummary& summary,
                      std::optional<double> fill) {
  if (feature.is_declared_numeric || feature.is_date || !summary.are_integers ||
      summary.has_more_values) {
    return false;
  }
  if (!fill) return are_integer_codes(summary.values.size(), summary.present);
  const std::size_t distinct = summary.values.size() + (summary.values.contains(*fill) ? 0 : 1);
  return *fill == std::trunc(*fill) &&
         are_integer_codes(distinct, summary.present + summary.missing);
}

/// Prepares one table. The order of the steps is that of prepare() for a table in memory.
class Preparation {
 public:
  Preparation(Runner& runner, const PassInput& input, const Configured& configured,
              const Request& request, const Context& context)
      : runner_(runner),
        input_(input),
        configured_(configured),
        request_(request),
        context_(context),
        kept_(input.summaries),
        has_missing_(input.has_missing()) {
    out_.features.resize(input.table.features.size());
    out_.facts.rows = input.rows;
    out_.facts.class_rows = input.classes.rows;
    out_.rows = {.target = input.classes.encoding, .required = input.table.target_fields()};
  }

  PassPrepared run() {
    for (std::size_t i = 0; i < size(); ++i) {
      out_.features[i].is_codes =
          feature(i).is_codes && !is_numeric_boolean(feature(i), *kept_[i], configured_);
    }
    const bool takes_codes = configured_.traits.input.takes == Takes::codes;
    const bool has_default = takes_codes && configured_.method.bins && !request_.bins;
    if (has_default) mark_few(configured_.method.bins->max_distinct);
    if (takes_codes && !has_default && has_missing_) mark_integers(false);
    handle_missing();
    if (has_missing_ && request_.missing == Missing::spread && !has_default)
      out_.notes.push_back(spread_note(configured_));
    // Kinds are decided on all rows: what is left when rows are dropped does not change them.
    const bool is_dropped = has_missing_ && request_.missing == Missing::drop;
    if (takes_codes && !has_default && !is_dropped) mark_integers(true);
    set_levels();
    if (takes_codes)
      cut(has_default ? configured_.method.bins->bins : request_.bins.value_or(Bins{}));
    if (has_missing_ && request_.missing == Missing::level)
      out_.notes.push_back(missing_level_note(features_with_missing()));
    encode(runner_, {.table = input_.table, .kept = kept_, .fills = fills_},
           {.configured = configured_, .missing = request_.missing}, out_, context_);
    out_.kept = kept_;
    return std::move(out_);
  }

 private:
  std::size_t size() const { return out_.features.size(); }
  const PassFeature& feature(std::size_t i) const { return input_.table.features[i]; }
  bool imputes(std::size_t i) const {
    return request_.missing == Missing::impute && kept_[i]->missing > 0;
  }

  std::size_t features_with_missing() const {
    return static_cast<std::size_t>(
        std::count_if(kept_.begin(), kept_.end(),
                      [](const ColumnSummary* summary) { return summary->missing > 0; }));
  }

  void mark_few(std::size_t max_distinct) {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      if (out_.features[i].is_codes) continue;
      if (!is_few(*kept_[i], max_distinct)) return;
      ++changed;
    }
    for (PreparedFeature& each : out_.features)
      each.is_codes = true;
    if (changed > 0) out_.notes.push_back(few_values_note(changed, max_distinct));
  }

  void mark_integers(bool is_completed) {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      if (out_.features[i].is_codes || !feature(i).has_numbers) continue;
      const bool is_filled = is_completed && imputes(i);
      if (!is_integer_coded(feature(i), *kept_[i],
                            is_filled ? std::optional(fills_[i].value_or(0)) : std::nullopt)) {
        continue;
      }
      out_.features[i].is_codes = true;
      ++changed;
    }
    if (changed > 0) out_.notes.push_back(integers_note(changed));
  }

  void handle_missing() {
    fills_.resize(size());
    if (!has_missing_) return;
    if (request_.missing == Missing::drop) return drop();
    if (request_.missing != Missing::impute) return;
    std::uint64_t values = 0;
    for (const ColumnSummary* summary : kept_)
      values += summary->missing;
    out_.notes.push_back(imputed_note(values, features_with_missing()));
    if (configured_.traits.input.takes == Takes::codes) find_means();
  }

  void drop() {
    const std::uint64_t before = input_.rows;
    for (std::size_t i = 0; i < size(); ++i) {
      if (kept_[i]->missing > 0) out_.rows.required.push_back(feature(i).field);
    }
    out_.complete.emplace(summarise(runner_, input_.table, {.is_complete = true}, context_));
    const Classes left =
        classes_left(runner_, input_.table, input_.classes, *out_.complete, context_);
    for (std::size_t i = 0; i < size(); ++i)
      kept_[i] = &out_.complete->feature(i);
    out_.rows.target = left.encoding;
    out_.facts.rows = out_.complete->rows();
    out_.facts.class_rows = left.rows;
    out_.notes.push_back(dropped_note(before - out_.complete->rows(), before));
  }

  NumericColumn column(std::size_t i) const {
    return {.field = feature(i).field,
            .name = feature(i).name,
            .min = kept_[i]->min,
            .max = kept_[i]->max,
            .values = kept_[i]->present};
  }

  /// Of numeric features with missing values: what they are filled with.
  void find_means() {
    std::vector<std::size_t> places;
    std::vector<NumericColumn> columns;
    for (std::size_t i = 0; i < size(); ++i) {
      if (out_.features[i].is_codes || !imputes(i)) continue;
      places.push_back(i);
      columns.push_back(column(i));
    }
    const std::vector<Mean> means = means_of(runner_, columns, out_.rows, context_);
    for (std::size_t j = 0; j < places.size(); ++j) {
      fills_[places[j]] = means[j].value;
      out_.features[places[j]].mean = means[j].value;
    }
  }

  /// The levels of all rows, as in memory, where columns keep those of rows that were dropped.
  void set_levels() {
    for (std::size_t i = 0; i < size(); ++i) {
      PreparedFeature& each = out_.features[i];
      if (!each.is_codes) continue;
      if (fills_[i]) {  // integers that became categories when their mean was filled in
        std::map<double, std::uint64_t> counts = kept_[i]->values;
        counts[*fills_[i]] += kept_[i]->missing;
        each.levels = levels_of(counts);
        continue;
      }
      each.levels = feature_levels(feature(i), *input_.summaries[i]);
      if (kept_[i] != input_.summaries[i])
        each.levels = with_counts(std::move(each.levels), feature(i), *kept_[i]);
    }
  }

  void cut(const Bins& bins) {
    std::vector<std::size_t> places;
    std::vector<NumericColumn> columns;
    for (std::size_t i = 0; i < size(); ++i) {
      if (out_.features[i].is_codes) continue;
      NumericColumn numbers = column(i);
      if (imputes(i)) {
        numbers.fill = fills_[i];
        numbers.values += kept_[i]->missing;
      }
      places.push_back(i);
      columns.push_back(std::move(numbers));
    }
    if (places.empty()) return;
    std::vector<std::vector<double>> cuts = cuts_of(runner_, columns, bins, out_.rows, context_);
    out_.facts.encoding.features.resize(size());
    for (std::size_t j = 0; j < places.size(); ++j) {
      out_.features[places[j]].is_binned = true;
      out_.facts.encoding.features[places[j]].cuts = std::move(cuts[j]);
    }
    out_.notes.push_back(binned_note(places.size(), bins));
  }

  Runner& runner_;
  const PassInput& input_;
  const Configured& configured_;
  const Request& request_;
  const Context& context_;
  std::vector<const ColumnSummary*> kept_;  // of the rows that are kept
  bool has_missing_;
  std::vector<std::optional<double>> fills_ = {};  // of numbers that stay numbers
  PassPrepared out_ = {};
};

}  // namespace

bool PassInput::has_missing() const {
  return std::any_of(summaries.begin(), summaries.end(),
                     [](const ColumnSummary* summary) { return summary->missing > 0; });
}

bool is_numeric_boolean(const PassFeature& feature, const ColumnSummary& summary,
                        const Configured& configured) {
  if (configured.traits.input.takes != Takes::numbers || feature.has_numbers) return false;
  std::vector<std::string> names;
  for (const auto& [name, count] : summary.levels)
    names.push_back(name);
  return are_boolean_levels(names);
}

PassPrepared prepare(Runner& runner, const PassInput& input, const Configured& configured,
                     const Request& request, const Context& context) {
  return Preparation(runner, input, configured, request, context).run();
}

}  // namespace pith::select_internal
