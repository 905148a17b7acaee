// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pith/data/roles.h"

namespace pith {

/// The columns of a file with types that roles need; the others are not read.
struct TypedChoice {
  std::vector<std::string> names = {};    ///< of the columns of the table
  std::vector<bool> is_read = {};         ///< empty: the format does not tell its columns before
  std::vector<std::string> indexes = {};  ///< of pandas frames, which are left out

  /// Chooses among all columns of a file.
  std::vector<bool> choose(std::span<const std::string> all, const Roles& roles);
  /// The notes about what was left out.
  std::vector<std::string> notes() const;
};

}  // namespace pith
