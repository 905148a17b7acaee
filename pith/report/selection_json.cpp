// SPDX-License-Identifier: Apache-2.0
#include "pith/report/selection_json.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/version.h"
#include "pith/data/number.h"
#include "pith/evaluate/truth.h"
#include "pith/report/json.h"

namespace pith {
namespace {

Json serves_json(const std::vector<std::string>& targets, const std::vector<double>& relevance) {
  Json json = Json::array();
  for (std::size_t i = 0; i < targets.size(); ++i)
    json.push_back({{"target", targets[i]}, {"relevance", number_json(relevance[i])}});
  return json;
}

Json selected_json(const Selection& selection) {
  const std::vector<Selected>& selected = selection.selected;
  Json json = Json::array();
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const Selected& step = selected[i];
    Json entry = {{"rank", i + 1},
                  {"index", step.feature},
                  {"name", step.name},
                  {"score", number_json(step.score)}};
    if (step.gain) entry["gain"] = number_json(*step.gain);
    if (step.relevance) entry["relevance"] = number_json(*step.relevance);
    if (step.redundancy) entry["redundancy"] = number_json(*step.redundancy);
    if (!step.evaluated.empty()) entry["evaluated"] = step.evaluated;
    if (step.bayes_error) {
      entry["bayes_error"] = {{"lower", step.bayes_error->lower},
                              {"upper", step.bayes_error->upper}};
    }
    if (!selection.targets.empty()) entry["serves"] = serves_json(selection.targets, step.serves);
    json.push_back(std::move(entry));
  }
  return json;
}

/// The levels of numbers are numbers.
Json levels_json(const FittedFeature& feature) {
  Json json = Json::array();
  for (const std::string& level : feature.levels) {
    if (feature.kind == FittedFeature::Kind::category) {
      json.push_back(level);
    } else {
      json.push_back(number_of(level).value_or(0));
    }
  }
  return json;
}

Json fitted_json(const std::vector<FittedFeature>& fitted) {
  Json json = Json::array();
  for (const FittedFeature& feature : fitted) {
    Json entry = {{"name", feature.name}, {"kind", kind_text(feature.kind)}};
    if (feature.fill_number) entry["fill"] = *feature.fill_number;
    if (feature.fill_level) entry["fill"] = *feature.fill_level;
    if (feature.cuts) entry["cuts"] = *feature.cuts;
    if (!feature.levels.empty()) entry["levels"] = levels_json(feature);
    if (!feature.stray.empty()) entry["stray"] = feature.stray;
    json.push_back(std::move(entry));
  }
  return json;
}

Json diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  Json json = Json::object();
  for (const Diagnostic& diagnostic : diagnostics)
    json[diagnostic.name] = number_json(diagnostic.value);
  return json;
}

Json ranking_json(const std::vector<Ranked>& ranking) {
  Json json = Json::array();
  for (const Ranked& entry : ranking) {
    json.push_back(
        {{"index", entry.feature}, {"name", entry.name}, {"score", number_json(entry.score)}});
  }
  return json;
}

Json set_aside_json(const std::vector<SetAside>& features) {
  Json json = Json::array();
  for (const SetAside& each : features) {
    json.push_back(
        {{"index", each.feature}, {"name", each.name}, {"reason", reason_text(each.reason)}});
  }
  return json;
}

Json engine_json(const Engine& engine) {
  Json json = {{"kind", engine.kind}, {"exact", true}, {"passes", engine.passes}};
  for (const auto& [name, value] : engine.details)
    json[name] = value_json(value);
  return json;
}

Json null_json(const Table& table, const NullChoice& choice) {
  Json steps = Json::array();
  for (const NullStep& step : choice.steps) {
    steps.push_back({{"index", step.feature},
                     {"name", table.name(step.feature)},
                     {"value", number_json(step.value)},
                     {"p", step.p},
                     {"permutations", step.permutations}});
  }
  return {{"how", "null"}, {"steps", std::move(steps)}};
}

Json cv_json(const CvChoice& choice, Goal goal) {
  Json points = Json::array();
  for (const CvPoint& point : choice.points) {
    points.push_back(
        {{"k", point.features}, {"error", point.error}, {"standard_error", point.standard_error}});
  }
  return {{"how", "cv"},
          {"metric", metric_text(primary_metric(goal))},
          {"chance", choice.chance},
          {"points", std::move(points)}};
}

Json document_of(const Json& data, const Selection& selection, const Timing& timing,
                 const Spelling& spelling) {
  Json json = {{"schema", "pith/selection/1"},
               {"version", version()},
               {"method", configured_method_json(selection)},
               {"data", data},
               {"k", selection.k}};
  if (data.contains("target") || data.contains("targets")) json["task"] = task_text(data);
  if (!selection.targets.empty()) json["targets"] = selection.targets;
  if (selection.sample_rows > 0) json["sample_rows"] = selection.sample_rows;
  json["stopped"] = stopped_text(selection.stopped);
  json["selected"] = selected_json(selection);
  if (!selection.ranking.empty()) json["ranking"] = ranking_json(selection.ranking);
  if (!selection.diagnostics.empty()) json["figures"] = diagnostics_json(selection.diagnostics);
  if (!selection.set_aside.empty()) json["set_aside"] = set_aside_json(selection.set_aside);
  json["missing"] = missing_text(selection.missing);
  json["fitted"] = fitted_json(selection.fitted);
  json["notes"] = notes_json(selection.notes, spelling);
  if (selection.engine) json["engine"] = engine_json(*selection.engine);
  json["seconds"] = {{"read", timing.read_seconds}, {"select", timing.select_seconds}};
  json["threads"] = timing.threads;
  json["seed"] = timing.seed;
  return json;
}

}  // namespace

std::string selection_json(const Table& table, const Selection& selection, const Timing& timing,
                           const Spelling& spelling) {
  Json data = selection.data ? data_json(*selection.data) : data_json(table);
  // The front end may know the source better.
  if (!table.source().empty()) data["source"] = table.source();
  Json json = document_of(data, selection, timing, spelling);
  if (selection.null) json["auto"] = null_json(table, *selection.null);
  if (selection.cv) json["auto"] = cv_json(*selection.cv, goal_of(table));
  return lines_of(json);
}

std::string selection_json(const Selection& selection, const Timing& timing,
                           const Spelling& spelling) {
  PITH_ASSERT(selection.data.has_value());
  return lines_of(document_of(data_json(*selection.data), selection, timing, spelling));
}

}  // namespace pith
