// SPDX-License-Identifier: Apache-2.0
#include "pith/data/data_description.h"

#include "pith/data/table.h"

namespace pith {

DataDescription description_of(const Table& table) {
  DataDescription data{.source = table.source(),
                       .rows = table.rows(),
                       .features = table.features(),
                       .sha256 = table.sha256(),
                       .has_weights = table.has_weights()};
  for (std::size_t i = 0; i < table.targets(); ++i) {
    const Column& target = table.target(i);
    std::vector<std::string> classes;
    if (target.is_codes()) classes = target.level_names();
    if (i > 0) {
      data.more_targets.push_back({.name = table.target_name(i), .classes = std::move(classes)});
    } else {
      data.target = table.target_name();
      data.classes = std::move(classes);
    }
  }
  return data;
}

}  // namespace pith
