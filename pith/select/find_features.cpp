// SPDX-License-Identifier: Apache-2.0
#include "pith/select/find_features.h"

#include <optional>

#include "pith/base/text_index.h"

namespace pith {

std::vector<Feature> find_features(std::span<const std::string> all,
                                   const std::vector<std::string>& names) {
  std::vector<Feature> found;
  if (names.empty()) return found;
  TextIndex index;
  for (const std::string& name : all)
    index.insert(name);
  std::vector<bool> is_found(all.size());
  for (const std::string& name : names) {
    const std::optional<std::uint32_t> code = index.find(name);
    const Feature feature = code ? *code : find_feature(all, name);
    if (!is_found[feature]) found.push_back(feature);
    is_found[feature] = true;
  }
  return found;
}

std::vector<Feature> find_features(const Table& table, const std::vector<std::string>& names) {
  return find_features(table.names(), names);
}

}  // namespace pith
