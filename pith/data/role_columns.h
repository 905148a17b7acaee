// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/data/roles.h"

// Internal: what assign_roles() decides on the names of the columns alone.
namespace pith {

/// The columns of a table by their roles, as positions.
struct RoleColumns {
  Roles roles = {};                       ///< lists taken apart
  std::vector<std::size_t> targets = {};  ///< in the order in which they were named
  std::optional<std::size_t> weights = {};
  std::vector<std::size_t> features = {};  ///< in the order of the table
  std::vector<DeclaredKind> kinds = {};    ///< of each column
};

/// Throws Error(bad_argument) as assign_roles() does, and Error(bad_data) if there is no column.
RoleColumns role_columns(std::span<const std::string> names, const Roles& roles);

/// The names, positions and patterns of the targets, lists taken apart; none: the last column.
std::vector<std::string> target_patterns(const Roles& roles, std::span<const std::string> names);

/// What was declared for a column by its exact name: a glob such as '*' applies to features only.
DeclaredKind declared_by_name(const Kinds& kinds, const std::string& name);

}  // namespace pith
