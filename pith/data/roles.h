// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pith/data/glob.h"
#include "pith/data/table.h"

namespace pith {

/// Which kind the user says that a column has, before it is read. Patterns are globs on names; a
/// reader keeps the text of categorical columns, and refuses text in numeric ones.
struct Kinds {
  std::vector<std::string> categorical = {};
  std::vector<std::string> numeric = {};
};

/// What somebody said about one column.
enum class Claim { none, categorical, numeric };

/// What `kinds` says about each of these columns. The very name beats a glob. Throws
/// Error(bad_argument) for a pattern that matches no column, and for a column that is claimed as
/// both by its name, or as both by globs.
std::vector<Claim> claim_kinds(const Kinds& kinds, std::span<const std::string> names);

/// Which column plays which part. A pattern that is the name of a column means that column alone,
/// whatever it would match as a glob.
struct Roles {
  /// Name, or 0-based position (negative from the end), of the target; empty: the last column
  /// that is not the weights; `none`, unless a column is called so: no target.
  std::string target = {};
  bool has_target = true;        ///< false: every column is a feature
  std::string target_bins = {};  ///< how to bin a numeric target, as for parse_bins; empty: refuse
  std::string weights = {};      ///< name or position; empty: none
  std::vector<std::string> features = {};  ///< globs; empty: all
  std::vector<std::string> drop = {};      ///< globs
  Kinds kinds = {};                        ///< globs speak of features; names also of the target
  /// What to do with rows whose target is missing: drop them with a note, or refuse.
  bool drop_rows_without_target = false;
};

/// Makes a table of columns; features keep the order of the input. A target is classes when it is
/// text, integers, or claimed as categorical by its name; else it needs `target_bins`. Throws
/// Error(bad_argument) for a column that does not exist (with the nearest name) or a pattern that
/// matches none, Error(bad_data) for a target that is not classes.
Table assign_roles(Columns columns, const Roles& roles);

}  // namespace pith
