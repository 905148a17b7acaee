// SPDX-License-Identifier: Apache-2.0
#include "pith/search/selection.h"

#include <algorithm>
#include <iterator>

namespace pith {

std::string_view stopped_text(Stopped stopped) {
  switch (stopped) {
    case Stopped::reached_k:
      return "reached_k";
    case Stopped::nothing_left:
      return "nothing_left";
    case Stopped::no_gain:
      return "no_gain";
    case Stopped::cancelled:
      return "cancelled";
  }
  return "";
}

std::string_view kind_text(FittedFeature::Kind kind) {
  switch (kind) {
    case FittedFeature::Kind::number:
      return "number";
    case FittedFeature::Kind::category:
      return "category";
    case FittedFeature::Kind::date:
      return "date";
  }
  return "";
}

std::vector<std::string> Selection::names() const {
  std::vector<std::string> names;
  std::transform(selected.begin(), selected.end(), std::back_inserter(names),
                 [](const Selected& step) { return step.name; });
  return names;
}

std::vector<Feature> Selection::features() const {
  std::vector<Feature> features(selected.size());
  std::transform(selected.begin(), selected.end(), features.begin(),
                 [](const Selected& step) { return step.feature; });
  return features;
}

}  // namespace pith
