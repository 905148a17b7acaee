// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/report_document.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/base/version.h"
#include "pith/data/number.h"
#include "pith/report/page/checked_result.h"
#include "pith/report/page/page_data.h"
#include "pith/report/page/shapes.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

constexpr std::size_t max_text = 300;
constexpr std::size_t max_note = 2000;
constexpr std::size_t max_columns = 100;
constexpr std::size_t max_ranked = 40;
constexpr std::size_t max_frequencies = 60;

ParsedJson parsed(std::string_view text, const std::string& source) {
  try {
    return ParsedJson::parse(text);
  } catch (const ParsedJson::exception&) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: this is not a JSON document; write results with {}", source,
                            option("format", "json")));
  }
}

std::string schema_of(const ParsedJson& json) {
  const bool has_one = json.is_object() && json.contains("schema") && json["schema"].is_string();
  return has_one ? json["schema"].get<std::string>() : "";
}

/// `pith/selection/1` of `pith/selection/2`, where this version reads that; else empty.
std::string known_schema(const std::string& schema) {
  const std::string known = schema.substr(0, schema.rfind('/') + 1) + "1";
  return shape_of(known) != nullptr ? known : "";
}

[[noreturn]] void reject_schema(const std::string& schema, const std::string& source) {
  if (const std::string known = known_schema(schema); !known.empty()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: the schema is {}, of another version of pith, but this version "
                            "reads {}; write the result again with this version",
                            source, quoted(schema), quoted(known)));
  }
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: the schema must be that of a selection, an explanation, an "
                          "evaluation, a stability or an inspection (got {})",
                          source, schema.empty() ? "none" : quoted(schema)));
}

/// Calls `visit(index, name)` for every feature in the document. Columns of an inspection are
/// counted in another way and left out.
template <class Visit>
void each_feature(const Json& json, const Visit& visit) {
  if (json.is_array()) {
    for (const Json& item : json)
      each_feature(item, visit);
  }
  if (!json.is_object()) return;
  const auto index = json.find("index");
  const auto name = json.find("name");
  const bool is_feature =
      index != json.end() && name != json.end() && index->is_number_unsigned() && name->is_string();
  if (is_feature) visit(index->get<std::uint64_t>(), name->get_ref<const std::string&>());
  for (const auto& [key, value] : json.items())
    each_feature(value, visit);
}

/// Leaves the first `size` items, and remembers how many there were.
void cut(Json& list, std::size_t size, Json& totals, const std::string& name) {
  if (!list.is_array() || list.size() <= size) return;
  totals[name] = std::max<std::size_t>(totals.value(name, std::size_t{0}), list.size());
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
}

bool has_remark(const Json& column) {
  return column["missing"] != 0 || column.contains("constant") || column.contains("identifier") ||
         column.contains("same_as") || column.contains("stray");
}

/// The columns that a reader looks for: those that were selected or are the target, then those
/// with remarks, then the first.
void cut_columns(Json& inspection, const std::set<std::string>& wanted, Json& totals) {
  Json& columns = inspection["columns"];
  totals["columns"] = columns.size();
  for (Json& column : columns) {
    cut(column["stray"], 5, totals, "stray");
    // What is not worth a remark is left out.
    if (column["stray"].empty()) column.erase("stray");
    for (const char* flag : {"constant", "unique", "identifier"}) {
      if (column[flag] == false) column.erase(flag);
    }
  }
  if (columns.size() <= max_columns) return;
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_wanted = wanted.contains(columns[i]["name"].get_ref<const std::string&>());
    order.emplace_back(is_wanted ? 0 : has_remark(columns[i]) ? 1 : 2, i);
  }
  std::sort(order.begin(), order.end());
  order.resize(max_columns);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  Json kept = Json::array();
  for (const auto& [group, i] : order)
    kept.push_back(std::move(columns[i]));
  columns = std::move(kept);
}

/// What the columns are like, counted over all of them.
Json quality_of(const Json& inspection) {
  Json kinds = Json::object();
  std::size_t missing = 0;
  std::size_t with_missing = 0;
  std::size_t constant = 0;
  std::size_t identifiers = 0;
  std::size_t duplicates = 0;
  std::size_t stray = 0;
  for (const Json& column : inspection["columns"]) {
    const auto kind = column["kind"].get<std::string>();
    if (kinds.size() < 10 || kinds.contains(kind))
      kinds[kind] = kinds.value(kind, std::size_t{0}) + 1;
    const auto gaps = column["missing"].get<std::size_t>();
    missing += gaps;
    with_missing += gaps > 0 ? 1 : 0;
    constant += column["constant"] == true ? 1 : 0;
    identifiers += column["identifier"] == true ? 1 : 0;
    duplicates += column.contains("same_as") ? 1 : 0;
    stray += column["stray"].empty() ? 0 : 1;
  }
  return {{"kinds", std::move(kinds)}, {"missing_values", missing},  {"with_missing", with_missing},
          {"constant", constant},      {"identifiers", identifiers}, {"duplicates", duplicates},
          {"with_stray_tokens", stray}};
}

/// Texts of any length, e.g. names, are cut, so that the report stays small.
void shorten(Json& json, std::size_t limit) {
  if (json.is_string()) {
    auto& text = json.get_ref<std::string&>();
    if (text.size() > limit) text = shortened(text, limit / 4);
    return;
  }
  if (json.is_array()) {
    for (Json& item : json)
      shorten(item, limit);
  }
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) {
    const bool is_note = key == "notes" || key == "warnings" || key == "problem" || key == "reason";
    shorten(value, is_note ? max_note : limit);
  }
}

std::set<std::string> wanted_columns(const std::vector<Json>& selections) {
  std::set<std::string> wanted;
  for (const Json& selection : selections) {
    for (const Json& step : selection["selected"])
      wanted.insert(step["name"].get<std::string>());
    if (selection["data"].contains("target"))
      wanted.insert(selection["data"]["target"].get<std::string>());
  }
  return wanted;
}

/// The matrix of similarities is symmetric: row i keeps its first i + 1 values.
void keep_lower_half(Json& explanation) {
  if (!explanation.contains("similarity")) return;
  std::size_t size = 0;
  for (Json& row : explanation["similarity"]["values"]) {
    ++size;
    if (row.size() > size) row.erase(row.begin() + static_cast<std::ptrdiff_t>(size), row.end());
  }
}

/// Curves of the metric that the page shows.
void keep_primary_metric(Json& evaluation) {
  auto key = evaluation["metric"].get<std::string>();
  std::replace(key.begin(), key.end(), '-', '_');
  for (Json& curve : evaluation["curves"]) {
    for (Json& point : curve["points"]) {
      Json kept = {{"k", point["k"]}};
      if (point.contains(key)) kept[key] = point[key];
      point = std::move(kept);
    }
  }
}

/// The explanation that the page shows: the first of one of the selections, or the first of all
/// where there are no selections. Null: there is none.
const Json* shown_explanation(const ReportParts& parts) {
  for (const Json& each : parts.explanations()) {
    const auto fits = [&](const Json& selection) { return is_result_of(each, selection); };
    const std::vector<Json>& selections = parts.selections();
    if (selections.empty() || std::any_of(selections.begin(), selections.end(), fits)) return &each;
  }
  return nullptr;
}

/// What the page does not show, and why.
Json omitted_of(const ReportParts& parts) {
  Json all = Json::array();
  for (const Omission& omission : parts.omitted())
    all.push_back({{"part", omission.part}, {"reason", omission.reason}});
  const Json* const shown = shown_explanation(parts);
  const auto about = [](const Json& explanation) {
    return fmt::format("{} with {}", method_label(explanation["method"]),
                       counted(explanation["k"].get<std::size_t>(), "feature"));
  };
  for (const Json& each : parts.explanations()) {
    if (&each == shown) continue;
    all.push_back(
        {{"part", fmt::format("explanation of {}", about(each))},
         {"reason", shown != nullptr ? fmt::format("A page shows one: that of {}.", about(*shown))
                                     : "The report has no selection by this method with these "
                                       "parameters and this number of features."}});
  }
  return all;
}

/// The documents with lists of at most max_listed_features.
Json cut_parts(const ReportParts& parts, Json& totals) {
  Json all = Json::object();
  if (parts.inspection()) {
    all["inspection"] = *parts.inspection();
    all["quality"] = quality_of(*parts.inspection());
    cut_columns(all["inspection"], wanted_columns(parts.selections()), totals);
  }
  all["selections"] = parts.selections();
  for (Json& selection : all["selections"]) {
    for (const char* list : {"selected", "set_aside"}) {
      if (selection.contains(list)) cut(selection[list], max_listed_features, totals, list);
    }
    if (selection.contains("ranking")) cut(selection["ranking"], max_ranked, totals, "ranking");
  }
  all["explanations"] = Json::array();
  if (const Json* const shown = shown_explanation(parts); shown != nullptr)
    all["explanations"].push_back(*shown);
  for (Json& explanation : all["explanations"]) {
    for (const char* list : {"steps", "substitutes", "groups", "serves", "distributions"}) {
      if (explanation.contains(list)) cut(explanation[list], max_listed_features, totals, list);
    }
    keep_lower_half(explanation);
  }
  if (parts.evaluation()) {
    all["evaluation"] = *parts.evaluation();
    keep_primary_metric(all["evaluation"]);
  }
  if (parts.stability()) {
    all["stability"] = *parts.stability();
    cut(all["stability"]["features"], max_frequencies, totals, "frequencies");
  }
  return all;
}

/// Every feature that is mentioned, with its full name.
Json features_of(const Json& documents) {
  std::map<std::uint64_t, std::string> names;
  for (const char* part : {"selections", "explanations", "evaluation", "stability"}) {
    if (!documents.contains(part)) continue;
    each_feature(documents[part],
                 [&](std::uint64_t index, const std::string& name) { names.emplace(index, name); });
  }
  Json all = Json::array();
  for (auto& [index, name] : names)
    all.push_back({{"index", index}, {"name", std::move(name)}});
  return all;
}

/// Names that `features` has in full are long only there: elsewhere the index says which one it is.
void shorten_repeated_names(Json& json) {
  if (json.is_array()) {
    for (Json& item : json)
      shorten_repeated_names(item);
  }
  if (!json.is_object()) return;
  const auto name = json.find("name");
  if (name != json.end() && name->is_string() && json.contains("index")) {
    auto& text = name->get_ref<std::string&>();
    if (text.size() > max_name) text = shortened(text, short_name);
  }
  for (const auto& [key, value] : json.items())
    shorten_repeated_names(value);
}

/// The columns of an inspection are counted in another way than features: `feature` is the index of
/// the feature that a column is, where `features` has it.
void link_columns(Json& inspection, const Json& features) {
  std::map<std::string_view, const Json*> indices;
  for (const Json& feature : features)
    indices.emplace(feature["name"].get_ref<const std::string&>(), &feature["index"]);
  for (Json& column : inspection["columns"]) {
    auto& name = column["name"].get_ref<std::string&>();
    const auto place = indices.find(name);
    const bool is_feature = place != indices.end();
    if (name.size() > max_name) name = shortened(name, is_feature ? short_name : max_name);
    if (is_feature) column["feature"] = *place->second;  // last: it may move the name
  }
}

/// `'class'`, or `'a', 'b'` of several; empty where there is none.
std::string target_text(const Json& document) {
  const Json& data = document["data"];
  if (data.contains("targets")) {
    std::vector<std::string> names;
    for (const Json& target : data["targets"])
      names.push_back(quoted(target["name"].get<std::string>()));
    return fmt::format("{}", fmt::join(names, ", "));
  }
  if (data.contains("target")) return quoted(data["target"].get<std::string>());
  const bool has_name = document.contains("target") && document["target"].contains("name");
  return has_name ? quoted(document["target"]["name"].get<std::string>()) : "";
}

/// Every curve has a point for each number of features.
void check_curves(const Json& evaluation, const std::string& source) {
  const Json& counts = evaluation["k"];
  for (const Json& curve : evaluation["curves"]) {
    const Json& points = curve["points"];
    const bool fits = points.size() == counts.size() &&
                      std::equal(points.begin(), points.end(), counts.begin(),
                                 [](const Json& point, const Json& k) { return point["k"] == k; });
    if (fits) continue;
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: a curve does not have the numbers of features of k; write the "
                            "result again with pith",
                            source));
  }
}

}  // namespace

void ReportParts::check_features(const Json& document, const std::string& source) {
  each_feature(document, [&](std::uint64_t index, const std::string& name) {
    const auto [known, is_new] = names_.emplace(index, name);
    const std::string& before = known->second;
    if (is_new || before == name) return;
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: feature {} is {}, but {} in {}; a report is about one table",
                            source, index, quoted(name), quoted(before), first_));
  });
}

void ReportParts::check_data(const Json& document, const std::string& source) {
  const Json& data = document["data"];
  if (!data.contains("sha256")) return;
  const auto digest = data["sha256"].get<std::string>();
  if (sha256_.empty()) sha256_ = digest;
  if (sha256_ == digest) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: this is a result from another file than that of {} (their SHA-256 "
                          "differ); a report is about one table",
                          source, first_));
}

void ReportParts::check_target(const Json& document, const std::string& source) {
  const std::string target = target_text(document);
  if (target.empty()) return;
  if (target_.empty()) {
    target_ = target;
    target_source_ = source;
  }
  if (target_ == target) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: the target is {}, but {} in {}; a report is about one target: "
                          "compute all results with the same {}",
                          source, target, target_, target_source_, option("target")));
}

void ReportParts::append(std::vector<Json>& list, Json document, const std::string& source) {
  if (std::find(list.begin(), list.end(), document) != list.end()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: the report has the same result already; give it once", source));
  }
  list.push_back(std::move(document));
}

void ReportParts::set(std::optional<Json>& place, Json document, const std::string& source) const {
  if (place) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: there is a document of {} already; a report has one", source,
                            quoted(document["schema"].get<std::string>())));
  }
  place = std::move(document);
}

void ReportParts::take_explanation(Json& selection) {
  if (!selection.contains("explanation")) return;
  Json document = {{"schema", "pith/explanation/1"}};
  for (const char* part : {"version", "method", "data", "k", "task"}) {
    if (selection.contains(part)) document[part] = selection[part];
  }
  for (auto& [name, part] : selection["explanation"].items())
    document[name] = std::move(part);
  document["notes"] = Json::array();
  explanations_.push_back(std::move(document));
  selection.erase("explanation");
}

void ReportParts::add(std::string_view text, const std::string& source) {
  const ParsedJson json = parsed(text, source);
  const std::string schema = schema_of(json);
  const Shape* shape = shape_of(schema);
  if (shape == nullptr) reject_schema(schema, source);
  if (first_.empty()) first_ = source;
  Json document = checked_result(json, *shape, source);
  check_data(document, source);
  check_target(document, source);
  if (schema == "pith/inspect/1") {
    set(inspection_, std::move(document), source);
    return;
  }
  check_features(document, source);
  if (schema == "pith/selection/1") {
    take_explanation(document);
    append(selections_, std::move(document), source);
  }
  if (schema == "pith/explanation/1") append(explanations_, std::move(document), source);
  if (schema == "pith/evaluation/1") check_curves(document, source);
  if (schema == "pith/evaluation/1") set(evaluation_, std::move(document), source);
  if (schema == "pith/stability/1") set(stability_, std::move(document), source);
}

bool is_result_of(const Json& document, const Json& selection) {
  if (!document.is_object() || document["method"] != selection["method"]) return false;
  return document["k"] == selection["k"] || document["k"] == selection["selected"].size();
}

std::string report_time() {
  std::time_t seconds = std::time(nullptr);
  if (const char* const given = std::getenv("SOURCE_DATE_EPOCH"); given != nullptr) {
    const std::optional<double> number = number_of(given);
    constexpr double max_seconds = 253402300799;  // the year 9999
    if (!number || !(*number >= 0 && *number <= max_seconds)) {
      throw Error(
          ErrorKind::bad_argument,
          fmt::format("SOURCE_DATE_EPOCH must be a number of seconds since 1970{} (got {})",
                      number && *number > max_seconds
                          ? fmt::format(", at most {:.0f}, the end of the year 9999", max_seconds)
                          : "",
                      quoted(given)));
    }
    seconds = static_cast<std::time_t>(*number);
  }
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

Json report_document(const ReportParts& parts, const ReportHeading& heading) {
  const bool is_empty = parts.selections().empty() && parts.explanations().empty() &&
                        !parts.evaluation() && !parts.stability() && !parts.inspection();
  if (is_empty) throw Error(ErrorKind::bad_argument, "a report needs at least one result to show");
  Json totals = Json::object();
  Json documents = cut_parts(parts, totals);
  Json features = features_of(documents);
  for (auto& [key, part] : documents.items()) {
    if (key == "inspection") {
      link_columns(part, features);
    } else {
      shorten_repeated_names(part);
    }
  }
  shorten(documents, max_text);
  Json json = {{"schema", "pith/report/1"},
               {"version", version()},
               {"title", shortened(heading.title, max_text)},
               {"generated", heading.generated}};
  if (!heading.command.empty()) json["command"] = heading.command;
  json["omitted"] = omitted_of(parts);
  json["totals"] = std::move(totals);
  json["features"] = std::move(features);
  for (auto& [key, value] : documents.items())
    json[key] = std::move(value);
  return json;
}

}  // namespace pith
