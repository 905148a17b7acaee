// SPDX-License-Identifier: Apache-2.0
#include "pith/report/selection_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/report/document_node.h"
#include "pith/report/json.h"

namespace pith {

using report_internal::Node;
using report_internal::parse_document;
using report_internal::Parsed;

namespace {

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

}  // namespace

FittedSelection parse_selection(std::string_view text, const std::string& source) {
  const Parsed json = parse_document(text, source);
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
