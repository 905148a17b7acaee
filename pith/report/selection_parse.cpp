// SPDX-License-Identifier: Apache-2.0
#include "pith/report/selection_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/report/json.h"

namespace pith {
namespace {

/// Finds a key in logarithmic time, however many there are. Of equal keys the last one counts.
using Parsed = nlohmann::json;

constexpr std::string_view schema = "pith/selection/1";

/// A part of the document and where it is, for messages: `fitted[2].name`.
class Node {
 public:
  Node(const Parsed& json, std::string place, const std::string& source)
      : json_(&json), place_(std::move(place)), source_(&source) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::bad_data, fmt::format("{}: {} {}; write the result again with {}",
                                                 *source_, place_, what, command("select")));
  }
  bool has(const char* key) const { return json_->is_object() && json_->contains(key); }
  Node operator[](const char* key) const {
    if (!json_->is_object()) fail("must be an object");
    const std::string place = place_ == "the document" ? key : fmt::format("{}.{}", place_, key);
    const auto part = json_->find(key);
    if (part == json_->end())
      throw Error(ErrorKind::bad_data, fmt::format("{}: {} is not there; write the result again "
                                                   "with {}",
                                                   *source_, place, command("select")));
    return {*part, place, *source_};
  }
  std::vector<Node> items() const {
    if (!json_->is_array()) fail("must be a list");
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < json_->size(); ++i)
      nodes.emplace_back((*json_)[i], fmt::format("{}[{}]", place_, i), *source_);
    return nodes;
  }
  std::string text() const {
    if (!json_->is_string()) fail("must be a text");
    return json_->get<std::string>();
  }
  double number() const {
    const double value = json_->is_number() ? json_->get<double>() : NAN;
    if (!std::isfinite(value)) fail("must be a finite number");
    return value;
  }

 private:
  const Parsed* json_;
  std::string place_;
  const std::string* source_;
};

FittedFeature::Kind parse_kind(const Node& node) {
  const std::string text = node.text();
  for (const auto kind :
       {FittedFeature::Kind::number, FittedFeature::Kind::category, FittedFeature::Kind::date}) {
    if (kind_text(kind) == text) return kind;
  }
  node.fail(fmt::format("must be number, category or date (got {})", quoted(text)));
}

std::vector<double> parse_ascending(const Node& node) {
  std::vector<double> numbers;
  for (const Node& item : node.items()) {
    numbers.push_back(item.number());
    if (numbers.size() > 1 && !(numbers.back() > numbers[numbers.size() - 2]))
      item.fail("must be larger than the number before it");
  }
  return numbers;
}

std::vector<std::string> parse_texts(const Node& node) {
  std::vector<std::string> texts;
  TextIndex seen;
  for (const Node& item : node.items()) {
    const std::string text = item.text();
    if (!seen.insert(text)) item.fail(fmt::format("repeats {}", quoted(text)));
    texts.push_back(text);
  }
  return texts;
}

FittedFeature parse_feature(const Node& node) {
  FittedFeature feature{.name = node["name"].text(), .kind = parse_kind(node["kind"])};
  const bool is_category = feature.kind == FittedFeature::Kind::category;
  if (node.has("fill")) {
    if (is_category) {
      feature.fill_level = node["fill"].text();
    } else {
      feature.fill_number = node["fill"].number();
    }
  }
  if (node.has("cuts")) {
    if (is_category) node["cuts"].fail("cannot be there for a category");
    feature.cuts = parse_ascending(node["cuts"]);
  }
  if (node.has("levels")) {
    if (is_category) {
      feature.levels = parse_texts(node["levels"]);
    } else {
      if (feature.cuts) node["levels"].fail("cannot be there beside cuts");
      for (const double level : parse_ascending(node["levels"]))
        feature.levels.push_back(number_text(level));
    }
  }
  if (node.has("stray")) feature.stray = parse_texts(node["stray"]);
  const std::optional<std::string>& fill = feature.fill_level;
  const auto& levels = feature.levels;
  if (fill && std::find(levels.begin(), levels.end(), *fill) == levels.end())
    node["fill"].fail(fmt::format("must be one of the levels (got {})", quoted(*fill)));
  return feature;
}

Parsed parse_json(std::string_view text, const std::string& source) {
  try {
    return Parsed::parse(text);
  } catch (const Parsed::exception&) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: this is not a JSON document; write the result of {} with {}",
                            source, command("select"), option("format", "json")));
  }
}

void check_schema(const Parsed& json, const std::string& source) {
  const bool has_one = json.is_object() && json.contains("schema") && json["schema"].is_string();
  const std::string found = has_one ? json["schema"].get<std::string>() : "";
  if (found == schema) return;
  throw Error(
      ErrorKind::bad_data,
      fmt::format("{}: the schema must be {} (got {}); this is not a result of {}", source,
                  quoted(schema), found.empty() ? "none" : quoted(found), command("select")));
}

}  // namespace

FittedSelection parse_selection(std::string_view text, const std::string& source) {
  const Parsed json = parse_json(text, source);
  check_schema(json, source);
  const Node document(json, "the document", source);
  FittedSelection selection;
  const Node missing = document["missing"];
  try {
    selection.missing = parse_missing(missing.text());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_argument) throw;
    missing.fail(fmt::format("must be error, drop, impute, level or spread (got {})",
                             quoted(missing.text())));
  }
  const Node data = document["data"];
  if (data.has("target")) selection.target = data["target"].text();
  if (data.has("classes")) selection.classes = parse_texts(data["classes"]);
  if (data.has("targets")) {
    for (const Node& node : data["targets"].items()) {
      DataDescription::Target target{.name = node["name"].text()};
      if (node.has("classes")) target.classes = parse_texts(node["classes"]);
      selection.more_targets.push_back(std::move(target));
    }
  }
  TextIndex names;
  for (const Node& node : document["fitted"].items()) {
    const FittedFeature feature = parse_feature(node);
    if (!names.insert(feature.name))
      node.fail(fmt::format("repeats the feature {}", quoted(feature.name)));
    const auto targets = selection.targets();
    if (std::any_of(targets.begin(), targets.end(),
                    [&](const auto& target) { return target.name == feature.name; })) {
      node.fail(fmt::format("is the target {}", quoted(feature.name)));
    }
    selection.features.push_back(feature);
  }
  return selection;
}

}  // namespace pith
