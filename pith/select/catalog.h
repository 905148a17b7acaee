// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/base/parameter.h"
#include "pith/data/table.h"
#include "pith/select/method.h"

namespace pith {

/// Every method, in alphabetical order of the ids.
const std::vector<Method>& catalog();

/// The method with this id; throws Error(bad_argument) with the nearest id.
const Method& method(std::string_view id);

/// What `auto` stands for on a table.
struct AutoMethod {
  std::string id;
  Settings settings;  ///< of parameters that are not at their defaults
};

/// What `auto` stands for: one choice when all features are numeric or boolean, and another
/// otherwise. The choices were made by a comparison on many tables (docs/decisions/0018).
AutoMethod auto_method(const Table& table);
AutoMethod auto_method(bool is_all_numbers);

/// The same in words: `gc-mi:cap=false:shrinkage=1 when all features are
/// numeric or boolean, ... otherwise`.
std::string auto_text();

/// The ids that `auto` may stand for.
std::vector<std::string> auto_ids();

}  // namespace pith
