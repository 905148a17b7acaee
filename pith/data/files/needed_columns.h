// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pith/data/roles.h"

namespace pith {

/// Which columns assign_roles() makes a table of: the target, the weights and the features. If the
/// roles are wrong, which assign_roles() reports, all columns but those to drop.
std::vector<bool> needed_columns(std::span<const std::string> names, const Roles& roles);

}  // namespace pith
