// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/shape.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

constexpr std::size_t max_mapping = 1000;

/// For messages; a value may be of any size.
std::string value_text(const ParsedJson& json) {
  constexpr std::size_t max_letters = 60;
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  return json.is_string() ? quoted(shortened(json.get_ref<const std::string&>(), max_letters))
                          : json.dump();
}

class Checker {
 public:
  explicit Checker(const std::string& source) : source_(source) {}

  Json take(const ParsedJson& json, const Shape& shape, const std::string& place) const {
    using Kind = Shape::Kind;
    switch (shape.kind) {
      case Kind::text:
        if (!json.is_string()) fail(place, "must be a text", json);
        return json.get_ref<const std::string&>();
      case Kind::count:
        if (!json.is_number_unsigned()) fail(place, "must be an integer, at least 0", json);
        return json.get<std::uint64_t>();
      case Kind::number:
        return take_number(json, place);
      case Kind::share:
        return take_share(json, place);
      case Kind::flag:
        if (!json.is_boolean()) fail(place, "must be true or false", json);
        return json.get<bool>();
      case Kind::scalar:
        if (json.is_structured() || json.is_null()) fail(place, "must be a text or a number", json);
        return Json(json);
      case Kind::object:
        return take_object(json, shape, place);
      case Kind::list:
        return take_list(json, shape, place);
      case Kind::mapping:
        return take_mapping(json, shape, place);
    }
    return {};
  }

 private:
  /// `json` is what must be something else.
  [[noreturn]] void fail(const std::string& place, std::string_view what,
                         const ParsedJson& json) const {
    reject_result(source_, place, fmt::format("{} (got {})", what, value_text(json)));
  }

  Json take_number(const ParsedJson& json, const std::string& place) const {
    const bool is_infinite = json.is_string() && (json == "inf" || json == "-inf");
    if (!json.is_number() && !json.is_null() && !is_infinite) fail(place, "must be a number", json);
    if (json.is_number_float() && !std::isfinite(json.get<double>()))
      fail(place, "must be a finite number", json);
    return Json(json);
  }

  Json take_share(const ParsedJson& json, const std::string& place) const {
    const bool is_share = json.is_number() && json.get<double>() >= 0 && json.get<double>() <= 1;
    if (!is_share && !json.is_null()) fail(place, "must be a number from 0 to 1", json);
    return Json(json);
  }

  Json take_object(const ParsedJson& json, const Shape& shape, const std::string& place) const {
    if (!json.is_object()) fail(place, "must be an object", json);
    Json all = Json::object();
    for (std::size_t i = 0; i < shape.names.size(); ++i) {
      const bool is_optional = shape.names[i].ends_with('?');
      const std::string name =
          shape.names[i].substr(0, shape.names[i].size() - (is_optional ? 1 : 0));
      const std::string inner = place.empty() ? name : fmt::format("{}.{}", place, name);
      const auto part = json.find(name);
      if (part != json.end()) {
        all[name] = take(*part, shape.parts[i], inner);
      } else if (!is_optional) {
        reject_result(source_, inner, "is not there");
      }
    }
    return all;
  }

  Json take_list(const ParsedJson& json, const Shape& shape, const std::string& place) const {
    if (!json.is_array()) fail(place, "must be a list", json);
    Json all = Json::array();
    for (std::size_t i = 0; i < json.size(); ++i)
      all.push_back(take(json[i], shape.parts.front(), fmt::format("{}[{}]", place, i)));
    return all;
  }

  Json take_mapping(const ParsedJson& json, const Shape& shape, const std::string& place) const {
    if (!json.is_object()) fail(place, "must be an object", json);
    if (json.size() > max_mapping)
      reject_result(source_, place,
                    fmt::format("must have at most {} entries (got {})", max_mapping, json.size()));
    Json all = Json::object();
    for (const auto& [key, value] : json.items())
      all[key] = take(value, shape.parts.front(), fmt::format("{}[{}]", place, quoted(key)));
    return all;
  }

  const std::string& source_;
};

}  // namespace

void reject_result(const std::string& source, const std::string& place, std::string_view what) {
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: {} {}; write the result again with pith", source,
                          place.empty() ? "the document" : place, what));
}

Json shaped(const ParsedJson& json, const Shape& shape, const std::string& source) {
  return Checker(source).take(json, shape, "");
}

}  // namespace pith
