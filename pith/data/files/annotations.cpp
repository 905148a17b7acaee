// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/role_columns.h"

namespace pith {
namespace {

constexpr std::size_t few = 20;

std::string listed_names(std::span<const std::string> names) {
  std::vector<std::string> shown(names.size());
  std::transform(names.begin(), names.end(), shown.begin(),
                 [](const std::string& name) { return quoted(name); });
  return listed(shown, few);
}

/// The columns with this name, or those that it matches as a glob.
std::vector<std::string> matching(const std::string& pattern, std::span<const std::string> names) {
  if (std::find(names.begin(), names.end(), pattern) != names.end()) return {pattern};
  std::vector<std::string> found;
  std::copy_if(names.begin(), names.end(), std::back_inserter(found),
               [&](const std::string& name) { return glob_matches(pattern, name); });
  return found;
}

/// Throws unless a role that is named by `text` is a column.
void check_role(const std::string& text, std::string_view role, const Columns& columns,
                std::span<const std::string> annotations, const std::string& source) {
  const auto& names = columns.names;
  if (std::find(names.begin(), names.end(), text) != names.end()) return;
  const auto near = nearest_name(text, annotations);
  throw Error(ErrorKind::bad_argument,
              fmt::format("{}: there is no column {} for the {}{}", source, quoted(text), role,
                          near ? "; did you mean " + quoted(*near) + "?"
                               : "; give the name of a gene or of a column of obs: " +
                                     listed_names(annotations)));
}

}  // namespace

void keep_named_annotations(TypedColumns& read, const Roles& roles, const std::string& source) {
  Columns& columns = read.columns;
  if (!read.annotations) return;
  const std::size_t first = columns.names.size() - *read.annotations;
  const std::span<const std::string> annotations =
      std::span<const std::string>(columns.names).subspan(first);
  const std::vector<std::string> targets =
      roles.has_target ? target_patterns(roles, columns.names) : std::vector<std::string>{};
  if (roles.has_target && targets.empty()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: name the target ({}), a column of obs: {}", source,
                            option("target"), listed_names(annotations)));
  }
  std::set<std::string> named;
  for (const std::string& target : targets) {
    const std::vector<std::string> matches = matching(target, columns.names);
    named.insert(matches.begin(), matches.end());
    if (target != "none" && !target.ends_with(".npy") && matches.empty())
      check_role(target, "target", columns, annotations, source);
  }
  if (!roles.weights.empty()) check_role(roles.weights, "weights", columns, annotations, source);
  const Roles split = split_lists(roles, columns.names);
  named.insert(split.weights);
  for (const auto* list :
       {&split.features, &split.drop, &split.kinds.categorical, &split.kinds.numeric})
    named.insert(list->begin(), list->end());
  std::vector<std::string> left_out;
  std::size_t kept = first;
  for (std::size_t i = first; i < columns.names.size(); ++i) {
    if (!named.contains(columns.names[i])) {
      left_out.push_back(columns.names[i]);
      continue;
    }
    if (kept != i) {
      columns.names[kept] = std::move(columns.names[i]);
      columns.columns[kept] = std::move(columns.columns[i]);
      read.is_text[kept] = read.is_text[i];
    }
    ++kept;
  }
  columns.names.resize(kept);
  columns.columns.erase(columns.columns.begin() + static_cast<std::ptrdiff_t>(kept),
                        columns.columns.end());
  read.is_text.resize(kept);
  read.annotations = kept - first;
  if (!left_out.empty()) {
    columns.notes.push_back(fmt::format("left out {} of obs, which {} no features unless named: {}",
                                        counted(left_out.size(), "column"),
                                        left_out.size() == 1 ? "is" : "are",
                                        listed_names(left_out)));
  }
}

}  // namespace pith
