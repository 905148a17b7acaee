// SPDX-License-Identifier: Apache-2.0
#include "pith/report/result_request.h"

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/report/document_node.h"
#include "pith/report/page/checked_result.h"
#include "pith/report/page/shapes.h"
#include "pith/report/selection_parse.h"

namespace pith {
namespace {

using report_internal::Node;
using report_internal::Parsed;

std::string setting_text(const Node& node) {
  const Parsed& value = node.json();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_integer()) return value.dump();
  return number_text(node.number());
}

Settings parse_parameters(const Node& node) {
  if (!node.json().is_object()) node.fail("must be an object");
  Settings settings;
  for (const auto& item : node.json().items())
    settings.emplace_back(item.key(), setting_text(node[item.key().c_str()]));
  return settings;
}

/// What was set aside tells whether identifiers were allowed, and whether pith chose the method.
void add_aside_rules(const Node& document, Request& request) {
  request.allows_ids = true;
  if (!document.has("set_aside")) return;
  for (const Node& node : document["set_aside"].items()) {
    const std::string reason = node["reason"].text();
    if (reason == "identifier") request.allows_ids = false;
    if (reason == "constant") request.method = "auto";
  }
}

}  // namespace

ResultRequest parse_request(std::string_view text, const std::string& source) {
  const FittedSelection fitted = parse_selection(text, source);
  const Parsed json = report_internal::parse_document(text, source);
  const Node document(json, "the document", source);
  (void)checked_result(json, *shape_of(document["schema"].text()), source);
  ResultRequest result;
  result.request.method = document["method"]["id"].text();
  result.request.params = parse_parameters(document["method"]["parameters"]);
  result.request.k = std::max<std::uint64_t>(1, document["k"].whole());
  result.expected.is_none = document["k"].whole() == 0;
  result.request.missing = fitted.missing;
  if (document.has("sample_rows")) result.request.rows = document["sample_rows"].whole();
  result.request.is_exact = document.has("engine");
  add_aside_rules(document, result.request);
  for (const Node& node : document["selected"].items()) {
    result.expected.names.push_back(node["name"].text());
    const bool is_known = node.has("score") && node["score"].json().is_number();
    result.expected.scores.push_back(is_known ? node["score"].number() : NAN);
  }
  if (document.has("auto")) result.expected.is_tested = document["auto"]["how"].text() == "null";
  for (const auto& target : fitted.targets())
    result.targets.push_back(target.name);
  const auto has_classes = [](const auto& target) { return !target.classes.empty(); };
  const auto targets = fitted.targets();
  // Of targets of both kinds each has its own task, and the task of the result is that of numbers.
  const bool is_mixed = std::any_of(targets.begin(), targets.end(), has_classes) &&
                        !std::all_of(targets.begin(), targets.end(), has_classes);
  if (document.has("task") && !is_mixed) result.task = parse_task(document["task"].text());
  result.seed = document["seed"].whole();
  if (document["data"].has("sha256")) result.sha256 = document["data"]["sha256"].text();
  return result;
}

}  // namespace pith
