// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/report/json.h"

namespace pith {

/// What a part of a JSON document must be. A document that a report is made from may come from
/// anywhere: it is checked against its shape, and only the parts that the shape names are taken
/// over, so that whatever else it holds, however deep, never reaches the page.
struct Shape {
  enum class Kind {
    text,
    count,    ///< an integer, at least 0
    number,   ///< a number, "inf", "-inf" or null
    share,    ///< a number from 0 to 1, or null
    flag,     ///< true or false
    scalar,   ///< a text, a number or a flag
    object,   ///< with the parts of `parts`, of which those named in `optional` may be absent
    list,     ///< of items that all have the shape parts.front()
    mapping,  ///< from any texts to values that all have the shape parts.front()
  };
  Kind kind = Kind::text;
  std::vector<std::string> names = {};  ///< of an object; a `?` at the end: may be absent
  std::vector<Shape> parts = {};        ///< by name; one for lists and mappings
};

/// Throws Error(bad_data): `result.json: k must be a text (got 3); write the result again with
/// pith`.
[[noreturn]] void reject_result(const std::string& source, const std::string& place,
                                std::string_view what);

/// The document as the parser found it: keys in a tree, so that many of them cost little.
using ParsedJson = nlohmann::json;

/// The parts of `json` that the shape names, in the order of the shape. Throws Error(bad_data) with
/// the place where it differs, e.g. `result.json: selected[2].name must be a text (got 7)`. A
/// mapping has at most 1,000 entries.
Json shaped(const ParsedJson& json, const Shape& shape, const std::string& source);

}  // namespace pith
