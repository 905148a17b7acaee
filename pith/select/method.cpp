// SPDX-License-Identifier: Apache-2.0
#include "pith/select/method.h"

namespace pith {

Params Method::params(const Settings& settings) const {
  Params values(id, parameters, settings);
  Settings all = settings;
  for (const auto& [name, preset] : presets) {
    if (values.choice("preset") != name) continue;
    for (const auto& entry : preset) {
      if (!values.is_given(entry.first)) all.push_back(entry);
    }
  }
  return all.size() == settings.size() ? values : Params(id, parameters, all);
}

}  // namespace pith
