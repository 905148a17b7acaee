// SPDX-License-Identifier: Apache-2.0
#include "pith/data/role_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/base/text_index.h"
#include "pith/data/files/needed_columns.h"

namespace pith {
namespace {

std::string some_names(std::span<const std::string> names) {
  constexpr std::size_t few = 12;
  if (names.empty() || names.size() > few) return "";
  std::vector<std::string> shown(names.size());
  std::transform(names.begin(), names.end(), shown.begin(),
                 [](const std::string& name) { return quoted(name); });
  return (names.size() == 1 ? "; the only column is " : "; the columns are ") + listed(shown, few);
}

std::string hint(std::string_view name, std::span<const std::string> names) {
  const auto near = nearest_name(name, names);
  return near ? "; did you mean " + quoted(*near) + "?" : some_names(names);
}

/// The column with this name or position; `role` is for the message.
std::size_t find_column(std::span<const std::string> names, std::string_view text,
                        std::string_view role) {
  const auto place = std::find(names.begin(), names.end(), text);
  if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
  std::int64_t position = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, position);
  if (error != std::errc() || end != last) {
    throw Error(ErrorKind::bad_argument, fmt::format("there is no column {} for the {}{}",
                                                     quoted(text), role, hint(text, names)));
  }
  const auto count = static_cast<std::int64_t>(names.size());
  if (position < -count || position >= count) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("there is no column {} for the {}; positions go from 0 to {}, or "
                            "from -{} to -1",
                            position, role, count - 1, count));
  }
  return static_cast<std::size_t>(position < 0 ? position + count : position);
}

/// The columns that a list of patterns selects, by their exact name or by a glob.
struct Marks {
  std::vector<bool> by_name;
  std::vector<bool> by_glob;

  bool test(std::size_t column) const { return by_name[column] || by_glob[column]; }
};

/// Whether a pattern can match another text than itself.
bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?[") != std::string_view::npos;
}

Marks mark(const std::vector<std::string>& patterns, std::span<const std::string> names,
           bool may_be_absent = false) {
  Marks marks{std::vector<bool>(names.size()), std::vector<bool>(names.size())};
  if (patterns.empty()) return marks;
  TextIndex places;
  std::vector<std::size_t> columns;  // of each text
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (places.insert(names[i])) columns.push_back(i);
  }
  for (const std::string& pattern : patterns) {
    if (const auto place = places.find(pattern)) {
      marks.by_name[columns[*place]] = true;
      continue;
    }
    bool is_used = false;
    for (std::size_t i = 0; i < names.size() && is_glob(pattern); ++i) {
      if (!glob_matches(pattern, names[i])) continue;
      marks.by_glob[i] = true;
      is_used = true;
    }
    if (!is_used && !may_be_absent) {
      throw Error(ErrorKind::bad_argument, fmt::format("pattern {} matches no column{}",
                                                       quoted(pattern), hint(pattern, names)));
    }
  }
  return marks;
}

bool matches_some(const std::string& pattern, std::span<const std::string> names) {
  return is_glob(pattern) && std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return glob_matches(pattern, name);
         });
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char letter) { return letter == ' ' || letter == '\t'; };
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

/// The columns with other roles; the rest are features.
struct Parts {
  std::vector<std::size_t> targets;
  std::optional<std::size_t> weights;

  bool is_target(std::size_t column) const {
    return std::find(targets.begin(), targets.end(), column) != targets.end();
  }
  bool is_feature(std::size_t column) const { return column != weights && !is_target(column); }
};

/// Adds the columns that one of several names, positions or patterns of targets stands for.
void add_targets(std::span<const std::string> names, const std::string& pattern, Parts& parts) {
  const auto add = [&parts](std::size_t column) {
    if (!parts.is_target(column)) parts.targets.push_back(column);
  };
  const bool is_name = std::find(names.begin(), names.end(), pattern) != names.end();
  if (is_name || !matches_some(pattern, names)) return add(find_column(names, pattern, "target"));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != parts.weights && glob_matches(pattern, names[i])) add(i);
  }
}

Parts find_parts(std::span<const std::string> names, const Roles& roles) {
  Parts parts;
  if (!roles.weights.empty()) parts.weights = find_column(names, roles.weights, "weights");
  const std::vector<std::string> patterns = target_patterns(roles, names);
  const bool is_none = patterns.size() == 1 && patterns.front() == "none" &&
                       std::find(names.begin(), names.end(), patterns.front()) == names.end();
  if (!roles.has_target || is_none) return parts;
  for (const std::string& pattern : patterns)
    add_targets(names, pattern, parts);
  if (patterns.empty()) {
    const std::size_t last = names.size() - 1;
    parts.targets.push_back(parts.weights == last && last > 0 ? last - 1 : last);
  }
  if (parts.weights && parts.is_target(*parts.weights)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("column {} cannot be both target and weights; change {} or {}",
                            quoted(names[*parts.weights]), option("target"), option("weights")));
  }
  return parts;
}

std::vector<std::size_t> chosen_features(std::span<const std::string> names, const Roles& roles,
                                         const Parts& parts) {
  const Marks wanted = mark(roles.features, names);
  const Marks dropped = mark(roles.drop, names);
  std::vector<std::size_t> chosen;
  std::size_t candidates = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!parts.is_feature(i)) continue;
    ++candidates;
    if ((roles.features.empty() || wanted.test(i)) && !dropped.test(i)) chosen.push_back(i);
  }
  if (chosen.empty() && candidates > 0) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("none of the {} is left; change {} or {}",
                            counted(candidates, "feature"), option("features"), option("drop")));
  }
  return chosen;
}

}  // namespace

DeclaredKind declared_by_name(const Kinds& kinds, const std::string& name) {
  const auto names = [&name](const std::vector<std::string>& patterns) {
    return std::find(patterns.begin(), patterns.end(), name) != patterns.end();
  };
  if (names(kinds.categorical)) return DeclaredKind::categorical;
  return names(kinds.numeric) ? DeclaredKind::numeric : DeclaredKind::none;
}

RoleColumns role_columns(std::span<const std::string> names, const Roles& given) {
  if (names.empty()) throw Error(ErrorKind::bad_data, "the table has no columns");
  RoleColumns found{.roles = split_lists(given, names)};
  const Parts parts = find_parts(names, found.roles);
  found.targets = parts.targets;
  found.weights = parts.weights;
  found.kinds = declared_kinds(found.roles.kinds, names);
  found.features = chosen_features(names, found.roles, parts);
  return found;
}

std::vector<std::string> target_patterns(const Roles& roles, std::span<const std::string> names) {
  std::vector<std::string> patterns;
  if (!roles.target.empty()) patterns.push_back(roles.target);
  patterns.insert(patterns.end(), roles.more_targets.begin(), roles.more_targets.end());
  const bool has_file = std::any_of(patterns.begin(), patterns.end(), [](const auto& pattern) {
    return pattern.ends_with(".npy");  // a path may have commas
  });
  return has_file ? patterns : split_lists(patterns, names);
}

std::vector<std::string> split_lists(const std::vector<std::string>& patterns,
                                     std::span<const std::string> names) {
  std::vector<std::string> all;
  TextIndex known;
  const bool has_comma = std::any_of(patterns.begin(), patterns.end(), [](const auto& pattern) {
    return pattern.find(',') != std::string::npos;
  });
  for (std::size_t i = 0; has_comma && i < names.size(); ++i)
    known.insert(names[i]);
  for (const std::string& pattern : patterns) {
    const bool is_list = pattern.find(',') != std::string::npos && !known.contains(pattern) &&
                         !matches_some(pattern, names);
    if (!is_list) {
      all.push_back(pattern);
      continue;
    }
    for (std::size_t begin = 0; begin <= pattern.size();) {
      const std::size_t end = std::min(pattern.find(',', begin), pattern.size());
      const std::string_view part = trimmed(std::string_view(pattern).substr(begin, end - begin));
      if (part.empty()) {
        throw Error(ErrorKind::bad_argument,
                    fmt::format("{} is neither a column nor a list of columns: a name between its "
                                "commas is empty",
                                quoted(pattern)));
      }
      all.emplace_back(part);
      begin = end + 1;
    }
  }
  return all;
}

Kinds split_lists(const Kinds& kinds, std::span<const std::string> names) {
  if (kinds.may_be_absent) return kinds;  // these are names
  return {.categorical = split_lists(kinds.categorical, names),
          .numeric = split_lists(kinds.numeric, names)};
}

Roles split_lists(const Roles& roles, std::span<const std::string> names) {
  Roles split = roles;
  split.features = split_lists(roles.features, names);
  split.drop = split_lists(roles.drop, names);
  split.kinds = split_lists(roles.kinds, names);
  return split;
}

std::vector<DeclaredKind> declared_kinds(const Kinds& given, std::span<const std::string> names) {
  const Kinds kinds = split_lists(given, names);
  const Marks categorical = mark(kinds.categorical, names, kinds.may_be_absent);
  const Marks numeric = mark(kinds.numeric, names, kinds.may_be_absent);
  std::vector<DeclaredKind> declared(names.size(), DeclaredKind::none);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_named = categorical.by_name[i] || numeric.by_name[i];
    const bool is_categorical = is_named ? categorical.by_name[i] : categorical.by_glob[i];
    const bool is_numeric = is_named ? numeric.by_name[i] : numeric.by_glob[i];
    if (is_categorical && is_numeric) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("column {} is listed in both {} and {}; list it in only one of them",
                              quoted(names[i]), option("categorical"), option("numeric")));
    }
    if (is_categorical) declared[i] = DeclaredKind::categorical;
    if (is_numeric) declared[i] = DeclaredKind::numeric;
  }
  return declared;
}

std::vector<std::size_t> target_positions(std::span<const std::string> names, const Roles& roles) {
  try {
    return find_parts(names, roles).targets;
  } catch (const Error&) {
    return {};
  }
}

/// All columns but those to drop; all of them if that is wrong, too, or leaves none.
std::vector<bool> columns_to_keep(std::span<const std::string> names, const Roles& roles) {
  std::vector<bool> kept(names.size(), true);
  try {
    const Marks dropped = mark(split_lists(roles.drop, names), names);
    for (std::size_t i = 0; i < names.size(); ++i)
      kept[i] = !dropped.test(i);
  } catch (const Error&) {
    kept.assign(names.size(), true);
  }
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) kept.assign(names.size(), true);
  return kept;
}

std::vector<bool> needed_columns(std::span<const std::string> names, const Roles& roles) {
  std::vector<bool> needed(names.size(), true);
  if (roles.features.empty() && roles.drop.empty()) return needed;
  try {
    const Roles split = split_lists(roles, names);
    const Parts parts = find_parts(names, split);
    for (std::size_t i = 0; i < names.size(); ++i)
      needed[i] = !parts.is_feature(i);
    for (const std::size_t feature : chosen_features(names, split, parts))
      needed[feature] = true;
  } catch (const Error&) {
    return columns_to_keep(names, roles);
  }
  return needed;
}

}  // namespace pith
