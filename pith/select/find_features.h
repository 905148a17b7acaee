// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pith/data/table.h"

namespace pith {

/// The features with these names, in their order, each once. Throws as Table::find() does.
std::vector<Feature> find_features(const Table& table, const std::vector<std::string>& names);
std::vector<Feature> find_features(std::span<const std::string> all,
                                   const std::vector<std::string>& names);

}  // namespace pith
