// SPDX-License-Identifier: Apache-2.0
#include "pith/report/document_node.h"

#include <fmt/format.h>

#include <cmath>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith::report_internal {
namespace {

constexpr std::string_view schema = "pith/selection/1";

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

void Node::fail(const std::string& what) const {
  throw Error(ErrorKind::bad_data, fmt::format("{}: {} {}; write the result again with {}",
                                               *source_, place_, what, command("select")));
}

Node Node::operator[](const char* key) const {
  if (!json_->is_object()) fail("must be an object");
  const std::string place = place_ == "the document" ? key : fmt::format("{}.{}", place_, key);
  const auto part = json_->find(key);
  if (part == json_->end())
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: {} is not there; write the result again with {}", *source_, place,
                            command("select")));
  return {*part, place, *source_};
}

std::vector<Node> Node::items() const {
  if (!json_->is_array()) fail("must be a list");
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < json_->size(); ++i)
    nodes.emplace_back((*json_)[i], fmt::format("{}[{}]", place_, i), *source_);
  return nodes;
}

std::string Node::text() const {
  if (!json_->is_string()) fail("must be a text");
  return json_->get<std::string>();
}

double Node::number() const {
  const double value = json_->is_number() ? json_->get<double>() : NAN;
  if (!std::isfinite(value)) fail("must be a finite number");
  return value;
}

std::uint64_t Node::whole() const {
  if (!json_->is_number_unsigned()) fail("must be a whole number");
  return json_->get<std::uint64_t>();
}

Parsed parse_document(std::string_view text, const std::string& source) {
  Parsed json = parse_json(text, source);
  check_schema(json, source);
  return json;
}

}  // namespace pith::report_internal
