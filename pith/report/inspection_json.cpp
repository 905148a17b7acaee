// SPDX-License-Identifier: Apache-2.0
#include "pith/report/inspection_json.h"

#include <utility>

#include "pith/base/version.h"
#include "pith/report/json.h"

namespace pith {
namespace {

Json column_json(const Inspection& inspection, std::size_t index) {
  const ColumnFacts& facts = inspection.columns[index];
  Json json = {{"index", index}, {"name", facts.name}, {"kind", kind_text(facts.kind)}};
  const bool has_levels =
      facts.kind == InferredKind::integer || facts.kind == InferredKind::category;
  if (has_levels) json["levels"] = facts.levels;
  if (facts.extent) {
    json["min"] = facts.extent->min;
    json["mean"] = facts.extent->mean;
    json["max"] = facts.extent->max;
  }
  json["missing"] = facts.missing;
  json["stray"] = Json::array();
  for (const StrayToken& each : facts.stray) {
    Json token = {{"token", each.token}, {"count", each.count}};
    if (each.line) token["line"] = *each.line;
    json["stray"].push_back(std::move(token));
  }
  json["constant"] = facts.is_constant;
  json["unique"] = facts.is_unique;
  json["identifier"] = facts.is_identifier;
  if (facts.duplicate_of) json["same_as"] = *facts.duplicate_of;
  return json;
}

Json target_json(const Inspection& inspection, const Spelling& spelling) {
  if (!inspection.target_problem.empty())
    return {{"problem", render(inspection.target_problem, spelling)}};
  Json json = {{"index", *inspection.target},
               {"name", inspection.columns[*inspection.target].name},
               {"task", inspection.target_extent ? "regress" : "classify"}};
  if (const auto extent = inspection.target_extent) {
    json["min"] = extent->min;
    json["mean"] = extent->mean;
    json["max"] = extent->max;
    return json;
  }
  json["classes"] = Json::array();
  for (const ClassCount& each : inspection.classes)
    json["classes"].push_back({{"name", each.name}, {"rows", each.rows}});
  return json;
}

}  // namespace

std::string inspection_json(const Inspection& inspection, const Spelling& spelling) {
  Json data = {{"source", inspection.source},
               {"rows", inspection.rows},
               {"columns", inspection.columns.size()}};
  if (!inspection.sha256.empty()) data["sha256"] = inspection.sha256;
  Json json = {{"schema", "pith/inspect/1"}, {"version", version()}, {"data", std::move(data)}};
  if (inspection.target || !inspection.target_problem.empty()) {
    json["target"] = target_json(inspection, spelling);
  }
  json["columns"] = Json::array();
  for (std::size_t i = 0; i < inspection.columns.size(); ++i)
    json["columns"].push_back(column_json(inspection, i));
  json["notes"] = notes_json(inspection.notes, spelling);
  json["warnings"] = notes_json(inspection.warnings, spelling);
  return dump(json, 1) + "\n";
}

}  // namespace pith
