// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "pith/base/random.h"

namespace pith::papers {

/// A standard normal number, Box and Muller's, from values 2 index and 2 index + 1 of the stream.
inline double normal(const Random& random, std::uint64_t index) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform(2 * index)));
  return radius * std::cos(2 * std::numbers::pi * random.uniform(2 * index + 1));
}

}  // namespace pith::papers
