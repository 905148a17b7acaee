// SPDX-License-Identifier: Apache-2.0
#include "pith/report/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace pith {

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json number_json(double number) {
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

Json value_json(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return number_json(*number);
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Json notes_json(std::span<const std::string> notes, const Spelling& spelling) {
  Json all = Json::array();
  for (const std::string& note : notes)
    all.push_back(render(note, spelling));
  return all;
}

Json configured_method_json(const Selection& selection) {
  Json parameters = Json::object();
  for (const auto& [name, value] : selection.params.values())
    parameters[name] = value_json(value);
  return {{"id", selection.method}, {"parameters", std::move(parameters)}};
}

Json data_json(const Table& table) {
  Json json = {{"source", table.source()}, {"rows", table.rows()}, {"features", table.features()}};
  if (table.has_target()) {
    json["target"] = table.target_name();
    json["classes"] = table.target().level_names();
  }
  if (!table.sha256().empty()) json["sha256"] = table.sha256();
  return json;
}

Json parameters_json(std::span<const Parameter> parameters, const Spelling& spelling) {
  constexpr std::string_view types[] = {"real", "integer", "flag", "choice"};
  Json all = Json::array();
  for (const Parameter& parameter : parameters) {
    Json json = {
        {"name", parameter.name},
        {"flag", spelling({.name = parameter.name})},
        {"type", parameter.takes_numbers ? "real or choice" : types[parameter.initial.index()]},
        {"default", value_json(parameter.initial)}};
    if (std::isfinite(parameter.lower)) json["lower"] = parameter.lower;
    if (std::isfinite(parameter.upper)) json["upper"] = parameter.upper;
    if (!parameter.choices.empty()) json["choices"] = parameter.choices;
    json["text"] = render(parameter.text, spelling);
    all.push_back(std::move(json));
  }
  return all;
}

Json references_json(std::span<const Reference> references) {
  Json all = Json::array();
  for (const Reference& reference : references) {
    Json json = {{"authors", reference.authors},
                 {"title", reference.title},
                 {"where", reference.where},
                 {"year", reference.year}};
    if (!reference.doi.empty()) json["doi"] = reference.doi;
    all.push_back(std::move(json));
  }
  return all;
}

std::string lines_of(const Json& document) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : document.items()) {
    if (!value.is_array() || value.empty() || !value.front().is_object()) {
      lines.push_back(fmt::format(" {}: {}", dump(Json(key)), dump(value)));
      continue;
    }
    std::vector<std::string> elements;
    std::transform(value.begin(), value.end(), std::back_inserter(elements),
                   [](const Json& element) { return "  " + dump(element); });
    lines.push_back(fmt::format(" {}: [\n{}\n ]", dump(Json(key)), fmt::join(elements, ",\n")));
  }
  return fmt::format("{{\n{}\n}}\n", fmt::join(lines, ",\n"));
}

}  // namespace pith
