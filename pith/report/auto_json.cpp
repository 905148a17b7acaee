// SPDX-License-Identifier: Apache-2.0
#include "pith/report/auto_json.h"

#include <utility>

#include "pith/report/json.h"

namespace pith {
namespace {

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

Json cv_json(const CvChoice& choice) {
  Json points = Json::array();
  for (const CvPoint& point : choice.points) {
    points.push_back(
        {{"k", point.features}, {"error", point.error}, {"standard_error", point.standard_error}});
  }
  return {{"how", "cv"}, {"chance", choice.chance}, {"points", std::move(points)}};
}

}  // namespace

std::string selection_json(const Table& table, const AutoOutcome& result, const Timing& timing) {
  std::string plain = selection_json(table, result.outcome, timing);
  if (!result.null && !result.cv) return plain;
  Json document = Json::parse(plain);
  document["auto"] = result.null ? null_json(table, *result.null) : cv_json(*result.cv);
  return lines_of(document);
}

}  // namespace pith
