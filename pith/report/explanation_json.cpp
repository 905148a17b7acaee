// SPDX-License-Identifier: Apache-2.0
#include "pith/report/explanation_json.h"

#include <cmath>
#include <utility>
#include <vector>

#include "pith/base/version.h"
#include "pith/report/json.h"

namespace pith {
namespace {

Json feature_json(const NamedFeature& feature) {
  return {{"index", feature.feature}, {"name", feature.name}};
}

Json numbers_json(const std::vector<double>& numbers) {
  Json json = Json::array();
  for (const double number : numbers)
    json.push_back(number_json(number));
  return json;
}

Json steps_json(const std::vector<ExplainedStep>& steps) {
  Json json = Json::array();
  for (const ExplainedStep& step : steps) {
    Json entry = {{"rank", json.size() + 1},
                  {"index", step.feature.feature},
                  {"name", step.feature.name},
                  {"score", number_json(step.score)}};
    if (step.gain) entry["gain"] = number_json(*step.gain);
    if (step.relevance) entry["relevance"] = number_json(*step.relevance);
    entry["redundancy"] = number_json(step.redundancy);
    if (step.synergy) entry["synergy"] = number_json(*step.synergy);
    if (step.is_kept) entry["kept"] = true;
    if (step.runner_up) {
      entry["runner_up"] = feature_json(step.runner_up->feature);
      entry["runner_up"]["score"] = number_json(step.runner_up->score);
      entry["runner_up"]["behind"] = number_json(step.runner_up->behind);
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json substitutes_json(const std::vector<ExplainedSubstitutes>& all) {
  Json json = Json::array();
  for (const ExplainedSubstitutes& each : all) {
    Json candidates = Json::array();
    for (const ExplainedSubstitute& candidate : each.candidates) {
      Json entry = feature_json(candidate.feature);
      entry["loss"] = number_json(candidate.loss);
      entry["similarity"] = candidate.similarity;
      candidates.push_back(std::move(entry));
    }
    Json entry = feature_json(each.feature);
    entry["candidates"] = std::move(candidates);
    json.push_back(std::move(entry));
  }
  return json;
}

Json similar_json(const SimilarFeature& similar) {
  Json json = feature_json(similar.feature);
  json["similarity"] = similar.similarity;
  return json;
}

Json groups_json(const std::vector<RedundancyGroup>& groups) {
  Json json = Json::array();
  for (const RedundancyGroup& group : groups) {
    Json entry = feature_json(group.feature);
    entry["count"] = group.count;
    entry["members"] = Json::array();
    for (const SimilarFeature& member : group.members)
      entry["members"].push_back(similar_json(member));
    json.push_back(std::move(entry));
  }
  return json;
}

Json similarity_json(const SimilarityMatrix& matrix) {
  Json json = {{"features", Json::array()}, {"values", Json::array()}};
  for (std::size_t i = 0; i < matrix.features.size(); ++i) {
    Json entry = feature_json(matrix.features[i]);
    entry["selected"] = i < matrix.selected;
    json["features"].push_back(std::move(entry));
  }
  for (const std::vector<double>& row : matrix.values)
    json["values"].push_back(row);
  return json;
}

Json serves_json(const Explanation& explanation) {
  Json json = Json::array();
  const bool has_several = explanation.has_several_targets;
  for (const ServedTargets& served : explanation.serves) {
    Json parts = Json::array();
    for (const ServedTarget& target : served.targets) {
      parts.push_back(
          {{has_several ? "target" : "class", target.name},
           {has_several ? "relevance" : "information", number_json(target.information)}});
    }
    Json entry = feature_json(served.feature);
    entry[has_several ? "targets" : "classes"] = std::move(parts);
    json.push_back(std::move(entry));
  }
  return json;
}

Json distributions_json(const std::vector<Distribution>& distributions) {
  Json json = Json::array();
  for (const Distribution& each : distributions) {
    Json entry = feature_json(each.feature);
    entry["kind"] = each.is_numeric ? "number" : "category";
    if (each.is_numeric) {
      entry["edges"] = each.edges;
    } else {
      entry["levels"] = each.levels;
    }
    entry["counts"] = Json::array();
    for (const Distribution::Counts& counts : each.classes) {
      Json part = Json::object();
      if (counts.name) part["class"] = *counts.name;
      part["counts"] = counts.counts;
      entry["counts"].push_back(std::move(part));
    }
    if (!each.mean_target.empty()) entry["mean_target"] = numbers_json(each.mean_target);
    entry["missing"] = each.missing;
    json.push_back(std::move(entry));
  }
  return json;
}

Json why_not_json(const std::vector<WhyNot>& all) {
  Json json = Json::array();
  for (const WhyNot& each : all) {
    Json entry = feature_json(each.feature);
    if (each.selected_as) entry["selected"] = *each.selected_as;
    if (each.set_aside) entry["set_aside"] = reason_text(*each.set_aside);
    if (each.relevance) entry["relevance"] = number_json(*each.relevance);
    entry["ranks"] = Json::array();
    for (const WhyNot::Step& step : each.steps) {
      entry["ranks"].push_back({{"step", step.step},
                                {"rank", step.place.rank},
                                {"score", number_json(step.place.score)},
                                {"behind", number_json(step.place.behind)},
                                {"lost_to", feature_json(step.lost_to)}});
    }
    if (each.redundant_with) {
      entry["redundant_with"] = similar_json(*each.redundant_with);
      entry["redundant_with"]["information"] = each.information;
    }
    json.push_back(std::move(entry));
  }
  return json;
}

/// Adds what an explanation has beside its selection.
void add_parts(const Explanation& explanation, const Spelling& spelling, Json& json) {
  json["basis"] = {{"steps", basis_text(explanation.steps_basis)},
                   {"substitutes", basis_text(explanation.substitutes_basis)},
                   {"terms", {{"unit", "nats"}, {"bins", explanation.bins}}},
                   {"similarity", "symmetric uncertainty"}};
  json["steps"] = steps_json(explanation.steps);
  json["substitutes"] = substitutes_json(explanation.substitutes);
  json["groups"] = groups_json(explanation.groups);
  json["similarity"] = similarity_json(explanation.similarity);
  json["serves"] = serves_json(explanation);
  json["distributions"] = distributions_json(explanation.distributions);
  json["why_not"] = why_not_json(explanation.why_not);
  json["notes"] = notes_json(explanation.notes, spelling);
}

}  // namespace

std::string explanation_json(const Table& table, const Explanation& explanation,
                             const Timing& timing, const Spelling& spelling) {
  const Selection& selection = explanation.selection;
  const Json data = data_json(table);
  Json json = {{"schema", "pith/explanation/1"},
               {"version", version()},
               {"method", configured_method_json(selection)},
               {"data", data},
               {"k", selection.k}};
  if (data.contains("target") || data.contains("targets")) json["task"] = task_text(data);
  add_parts(explanation, spelling, json);
  json["selection_notes"] = notes_json(selection.notes, spelling);
  json["seconds"] = {{"read", timing.read_seconds}, {"explain", timing.select_seconds}};
  json["threads"] = timing.threads;
  json["seed"] = timing.seed;
  return lines_of(json);
}

std::string with_explanation(std::string_view selection, const Explanation& explanation,
                             const Spelling& spelling) {
  Json json = Json::parse(selection);
  Json part = Json::object();
  add_parts(explanation, spelling, part);
  json["explanation"] = std::move(part);
  return lines_of(json);
}

}  // namespace pith
