// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/typed_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "pith/base/error.h"
#include "pith/data/files/needed_columns.h"

namespace pith {
namespace {

/// Whether this is the index of a pandas frame, which nobody means by the columns of a table.
bool is_pandas_index(std::string_view name) {
  constexpr std::string_view begin = "__index_level_";
  constexpr std::string_view end = "__";
  if (!name.starts_with(begin) || !name.ends_with(end)) return false;
  name.remove_prefix(begin.size());
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits > 0 && digits != std::string_view::npos && name.substr(digits) == end;
}

bool is_named(const std::string& name, const Roles& roles) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return roles.target == name || has(roles.more_targets) || roles.weights == name ||
         has(roles.features) || has(roles.kinds.categorical) || has(roles.kinds.numeric);
}

}  // namespace

std::vector<bool> TypedChoice::choose(std::span<const std::string> all, const Roles& roles) {
  names.clear();
  std::vector<bool> is_index;
  for (const std::string& name : all) {
    is_index.push_back(is_pandas_index(name) && !is_named(name, roles));
    (is_index.back() ? indexes : names).push_back(name);
  }
  is_read = needed_columns(names, roles);
  std::vector<bool> is_chosen;
  for (std::size_t i = 0, next = 0; i < all.size(); ++i)
    is_chosen.push_back(!is_index[i] && is_read[next++]);
  return is_chosen;
}

std::vector<std::string> TypedChoice::notes() const {
  std::vector<std::string> notes;
  for (const std::string& index : indexes) {
    notes.push_back(
        fmt::format("left out {}, the index of a pandas frame; name it to use it", quoted(index)));
  }
  return notes;
}

}  // namespace pith
