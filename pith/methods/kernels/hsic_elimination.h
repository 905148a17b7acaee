// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/measure/hsic.h"

namespace pith {
inline namespace families {

/// The criterion of a backward search (search/backward.h): the loss of a feature is the negative of
/// the HSIC that is left without it.
class HsicElimination {
 public:
  HsicElimination(const SetHsic& values, std::size_t features) : values_(values), set_(features) {
    std::iota(set_.begin(), set_.end(), Feature{0});
  }

  std::vector<double> losses(std::span<const Feature> candidates, const Context& context) const {
    const std::vector<double> values = values_.without_each(set_, context);
    std::vector<double> losses;
    for (const Feature candidate : candidates) {
      const auto place = std::lower_bound(set_.begin(), set_.end(), candidate) - set_.begin();
      losses.push_back(-values[static_cast<std::size_t>(place)]);
    }
    return losses;
  }

  void remove(std::span<const Feature> features, const Context& /*context*/) {
    std::erase_if(set_, [&](Feature feature) {
      return std::binary_search(features.begin(), features.end(), feature);
    });
  }

 private:
  const SetHsic& values_;
  std::vector<Feature> set_;
};

}  // namespace families
}  // namespace pith
