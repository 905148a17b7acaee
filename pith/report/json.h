// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "pith/base/option.h"
#include "pith/base/parameter.h"
#include "pith/base/reference.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"

// What the JSON documents of the library share. Not installed: users of pith need no JSON library.
namespace pith {

using Json = nlohmann::ordered_json;

/// Bytes of a text that are not UTF-8, such as the name of a file, are written as `\\xff`. Controls
/// and marks of direction, which could deceive the reader of a terminal, are escaped as JSON has
/// it.
std::string dump(const Json& json, int indent = -1);

/// Infinities are "inf" and "-inf"; NaN is null.
Json number_json(double number);
Json value_json(const Value& value);
/// Notes with the options that they mention spelled out.
Json notes_json(std::span<const std::string> notes, const Spelling& spelling);
/// The method of a selection with its parameters.
Json configured_method_json(const Selection& selection);
Json data_json(const Table& table);
Json data_json(const DataDescription& data);
Json parameters_json(std::span<const Parameter> parameters, const Spelling& spelling);
Json references_json(std::span<const Reference> references);

/// What the target is, `classify` or `regress`; of several targets, whether any holds numbers.
std::string_view task_text(const Json& data);
std::string_view reason_text(SetAside::Reason reason);

/// One line for each key, and for each element of a list of objects.
std::string lines_of(const Json& document);

}  // namespace pith
