// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "pith/data/table.h"
#include "pith/select/method.h"

namespace pith {

/// Every method, in alphabetical order of the ids.
const std::vector<Method>& catalog();

/// The method with this id; throws Error(bad_argument) with the nearest id.
const Method& method(std::string_view id);

/// What `auto` stands for: `gc-mi` when all features are numeric or boolean, `jmi` otherwise.
const Method& auto_method(const Table& table);

}  // namespace pith
