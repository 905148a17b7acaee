// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/data/table.h"

namespace pith {

/// True when `pattern` matches the whole of `name`: `*` any text, `?` one character, `[a-z]` and
/// `[!a-z]` sets, everything else itself.
bool glob_matches(std::string_view pattern, std::string_view name);
bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

/// Which kind the user says that a column has, before it is read. Patterns are globs on names; a
/// reader keeps the text of categorical columns, and refuses text in numeric ones.
struct Kinds {
  std::vector<std::string> categorical;
  std::vector<std::string> numeric;
};

/// Which column plays which part.
struct Roles {
  /// Name, or 0-based position (negative from the end), of the target; empty: the last column.
  std::string target;
  bool has_target = true;  ///< false: every column is a feature
  std::string target_bins;  ///< how to bin a target with fractions, as in Bins::parse; empty: refuse
  std::string weights;      ///< name or position; empty: none
  std::vector<std::string> features;  ///< globs; empty: all
  std::vector<std::string> drop;      ///< globs
  Kinds kinds;
};

/// Makes a table of columns. Throws Error(bad_argument) for a column that does not exist (with the
/// nearest name) or a pattern that matches none, Error(bad_data) for a target that is not classes.
Table assign_roles(Columns columns, const Roles& roles);

}  // namespace pith
