// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/data/glob.h"
#include "pith/data/table.h"

namespace pith {

/// Which columns the user declares categorical or numeric before they are read. Patterns are globs
/// on names, or lists of them (split_lists); a reader keeps the text of categorical columns and
/// rejects text in numeric ones.
struct Kinds {
  std::vector<std::string> categorical = {};
  std::vector<std::string> numeric = {};
  bool may_be_absent = false;  ///< true: a pattern that matches no column is ignored
};

/// The kind that the user declared for one column.
enum class DeclaredKind { none, categorical, numeric };

/// What `kinds` declares for each of these columns. An exact name takes precedence over a glob.
/// Throws Error(bad_argument) for a pattern that matches no column, and for a column that is
/// declared as both by its name, or as both by globs.
std::vector<DeclaredKind> declared_kinds(const Kinds& kinds, std::span<const std::string> names);

/// What is predicted of a target: its class or its number.
enum class TaskKind {
  automatic,  ///< text, booleans and integers with at most 20 distinct values are classes
  classify,   ///< every distinct value is a class
  regress,    ///< the values are numbers
};

/// `auto`, `classify` or `regress`; throws Error(bad_argument) for another text.
TaskKind parse_task(std::string_view text);

/// Which column has which role. Patterns are globs, or lists of them (split_lists). One that equals
/// the name of a column selects that column only, whatever it would match as a glob.
struct Roles {
  /// Name, or 0-based position (negative from the end), of the target; empty: the last column
  /// that is not the weights; `none`, unless a column has this name: no target. A glob or a list
  /// stands for several targets.
  std::string target = {};
  std::vector<std::string> more_targets = {};  ///< names, positions or globs, beside `target`
  bool has_target = true;                      ///< false: every column is a feature
  TaskKind task = TaskKind::automatic;
  std::string target_bins = {};  ///< how to make classes of a numeric target, see parse_bins
  std::string weights = {};      ///< name or position; empty: none
  std::vector<std::string> features = {};  ///< globs; empty: all
  std::vector<std::string> drop = {};      ///< globs
  Kinds kinds = {};                        ///< globs apply to features; names also to the target
  /// Rows with a missing target, or one of several: drop them with a note, or reject the table.
  bool drop_rows_without_target = false;
};

/// Says for each column of a table, given their names, whether it is needed. A reader of text does
/// not keep the others in memory. May throw, before any row is read, for names that will not do.
using ColumnChoice = std::function<std::vector<bool>(std::span<const std::string> names)>;

/// The positions of the columns that assign_roles() makes targets, in the order in which they were
/// named; none if there is no target, or if the roles are wrong, which assign_roles() reports.
std::vector<std::size_t> target_positions(std::span<const std::string> names, const Roles& roles);

/// The patterns with lists taken apart: `a,b` stands for `a` and `b`, unless it is the name of a
/// column or matches one as a glob. Blanks around the parts are ignored. Throws
/// Error(bad_argument) for a list with an empty part.
std::vector<std::string> split_lists(const std::vector<std::string>& patterns,
                                     std::span<const std::string> names);
Kinds split_lists(const Kinds& kinds, std::span<const std::string> names);
Roles split_lists(const Roles& roles, std::span<const std::string> names);

/// Makes a table of columns; features keep the order of the input. Whether a target holds classes
/// or numbers is up to `task`, `target_bins` and what was declared for it by its name. Throws
/// Error(bad_argument) for a column that does not exist (with the nearest name), a pattern that
/// matches none, or options that contradict each other, Error(bad_data) for a target that is
/// neither.
Table assign_roles(Columns columns, const Roles& roles);

}  // namespace pith
