// SPDX-License-Identifier: Apache-2.0
#include "pith/report/stability_json.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/version.h"
#include "pith/report/json.h"

namespace pith {
namespace {

Json divergence_json(const JensenShannon& divergence) {
  return {{"value", divergence.stability()},     {"published", divergence.published()},
          {"divergence", divergence.divergence}, {"limit", divergence.limit},
          {"chance", divergence.chance},         {"chance_error", divergence.chance_error}};
}

Json indices_json(const Stability& stability) {
  Json json = {{"nogueira",
                {{"value", stability.nogueira.value},
                 {"variance", stability.nogueira.variance},
                 {"lower", stability.nogueira.lower},
                 {"upper", stability.nogueira.upper},
                 {"confidence", 0.95}}},
               {"kuncheva", stability.kuncheva},
               {"jaccard", stability.jaccard},
               {"jensen_shannon",
                {{"sets", divergence_json(stability.sets)},
                 {"partial_rankings", divergence_json(stability.partial_rankings)}}}};
  if (stability.rankings) json["jensen_shannon"]["rankings"] = divergence_json(*stability.rankings);
  if (stability.spearman) json["spearman"] = *stability.spearman;
  if (stability.kendall) json["kendall"] = *stability.kendall;
  return json;
}

Json features_json(const StabilityResult& result) {
  Json json = Json::array();
  for (const Frequency& each : result.frequencies()) {
    Json entry = {{"index", each.feature},
                  {"name", result.table.name(each.feature)},
                  {"selected", each.selected},
                  {"frequency", result.share(each)},
                  {"mean_rank", each.mean_rank}};
    if (const auto rank = result.rank_on_all_rows(each.feature)) entry["rank"] = *rank;
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace

std::vector<Frequency> StabilityResult::frequencies() const {
  return pith::frequencies(FeatureLists(resampled.selected, table.features()));
}

std::vector<std::string> StabilityResult::notes() const {
  std::vector<std::string> all = resampled.whole.notes;
  for (const auto* more : {&resampled.notes, &stability.notes})
    all.insert(all.end(), more->begin(), more->end());
  return all;
}

double StabilityResult::share(const Frequency& frequency) const {
  return static_cast<double>(frequency.selected) / static_cast<double>(resampled.selected.size());
}

std::optional<std::size_t> StabilityResult::rank_on_all_rows(Feature feature) const {
  const std::vector<Selected>& selected = resampled.whole.selected;
  const auto place =
      std::find_if(selected.begin(), selected.end(),
                   [feature](const Selected& step) { return step.feature == feature; });
  if (place == selected.end()) return std::nullopt;
  return static_cast<std::size_t>(place - selected.begin()) + 1;
}

std::string stability_json(const StabilityResult& result, const Spelling& spelling) {
  const auto [least, most] = result.stability.sizes;
  Json json = {{"schema", "pith/stability/1"},
               {"version", version()},
               {"method", configured_method_json(result.resampled.whole)},
               {"data", data_json(result.table)},
               {"k", result.resampled.whole.k}};
  if (result.table.has_target())
    json["task"] = result.table.has_numeric_target() ? "regress" : "classify";
  json.update({{"resamples",
                {{"count", result.how.count},
                 {"fraction", result.how.fraction},
                 {"bootstrap", result.how.is_bootstrap},
                 {"rows", result.resampled.rows},
                 {"least_selected", least},
                 {"most_selected", most}}},
               {"indices", indices_json(result.stability)}});
  const double index = result.stability.nogueira.value;
  if (!std::isnan(index)) json["verdict"] = stability_level_text(stability_level(index));
  json.update({{"features", features_json(result)},
               {"notes", notes_json(result.notes(), spelling)},
               {"seconds",
                {{"read", result.timing.read_seconds}, {"resample", result.timing.select_seconds}}},
               {"threads", result.timing.threads},
               {"seed", result.timing.seed}});
  return lines_of(json);
}

}  // namespace pith
