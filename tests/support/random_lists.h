// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/column.h"

namespace pith {

using RandomLists = std::vector<std::vector<Feature>>;

/// The first `length` of a random order of `features`, `count` times.
inline RandomLists random_lists(std::size_t count, std::size_t length, std::size_t features,
                                std::uint64_t seed) {
  RandomLists lists;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::size_t> order = Random(seed, i).permutation(features);
    lists.emplace_back(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(length));
  }
  return lists;
}

/// The same features under other numbers.
inline RandomLists renamed(RandomLists lists, std::size_t features, std::uint64_t seed) {
  const std::vector<std::size_t> names = Random(seed, 0).permutation(features);
  for (std::vector<Feature>& list : lists) {
    for (Feature& feature : list)
      feature = static_cast<Feature>(names[feature]);
  }
  return lists;
}

}  // namespace pith
