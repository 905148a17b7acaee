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

#include "pith/base/utf8.h"

namespace pith {

namespace {

/// Invalid bytes as `\xff`, the rest as it is.
std::string marked_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    if (size == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(1, size));
  }
  return out;
}

Json with_marked_bytes(const Json& json) {
  if (json.is_string()) return marked_text(json.get_ref<const std::string&>());
  if (json.is_object()) {
    Json all = Json::object();
    for (const auto& [key, value] : json.items())
      all.emplace(marked_text(key), with_marked_bytes(value));
    return all;
  }
  if (json.is_array()) {
    Json all = Json::array();
    for (const Json& item : json)
      all.push_back(with_marked_bytes(item));
    return all;
  }
  return json;
}

/// The code point of a letter of two or three bytes that a terminal may obey instead of showing it:
/// DEL, C1 controls and marks of direction; 0: it is none of them.
unsigned control_at(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(text[i]); };
  if (byte(0) == 0x7FU) return 0x7FU;
  if (byte(0) == 0xC2U && text.size() > 1 && byte(1) < 0xA0U) return byte(1);
  if (byte(0) == 0xD8U && text.size() > 1 && byte(1) == 0x9CU) return 0x061CU;
  if (byte(0) != 0xE2U || text.size() < 3) return 0;
  const unsigned point = (byte(0) & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
  const bool is_mark = point == 0x200EU || point == 0x200FU ||
                       (point >= 0x202AU && point <= 0x202EU) ||
                       (point >= 0x2066U && point <= 0x2069U);
  return is_mark ? point : 0;
}

/// The same document with those letters as `\u009b`. They can only be in strings.
std::string with_escaped_controls(std::string json) {
  constexpr std::string_view first = "\x7F\xC2\xD8\xE2";
  std::size_t place = json.find_first_of(first);
  if (place == std::string::npos) return json;
  std::string out;
  std::size_t done = 0;
  for (; place != std::string::npos; place = json.find_first_of(first, place + 1)) {
    const std::string_view rest = std::string_view(json).substr(place);
    const unsigned point = control_at(rest);
    if (point == 0) continue;
    out.append(json, done, place - done);
    out += fmt::format("\\u{:04x}", point);
    done = place + (point < 0x80U ? 1 : point < 0x800U ? 2 : 3);
  }
  if (done == 0) return json;
  return out.append(json, done);
}

}  // namespace

std::string dump(const Json& json, int indent) {
  try {
    return with_escaped_controls(json.dump(indent));
  } catch (const Json::type_error&) {
    return with_escaped_controls(with_marked_bytes(json).dump(indent));
  }
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

Json data_json(const DataDescription& data) {
  Json json = {{"source", data.source}, {"rows", data.rows}, {"features", data.features}};
  const auto target_json = [](const std::string& name, const std::vector<std::string>& classes) {
    Json target = {{"name", name}};
    if (!classes.empty()) target["classes"] = classes;
    return target;
  };
  if (!data.more_targets.empty()) {
    json["targets"] = Json::array({target_json(*data.target, data.classes)});
    for (const DataDescription::Target& target : data.more_targets)
      json["targets"].push_back(target_json(target.name, target.classes));
  } else if (data.target) {
    json["target"] = *data.target;
    if (!data.classes.empty()) json["classes"] = data.classes;
  }
  if (!data.sha256.empty()) json["sha256"] = data.sha256;
  return json;
}

Json data_json(const Table& table) {
  return data_json(description_of(table));
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

std::string_view task_text(const Json& data) {
  if (!data.contains("targets")) return data.contains("classes") ? "classify" : "regress";
  const Json& targets = data["targets"];
  return std::all_of(targets.begin(), targets.end(),
                     [](const Json& target) { return target.contains("classes"); })
             ? "classify"
             : "regress";
}

std::string_view reason_text(SetAside::Reason reason) {
  return reason == SetAside::Reason::identifier ? "identifier"
         : reason == SetAside::Reason::constant ? "constant"
                                                : "empty";
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
