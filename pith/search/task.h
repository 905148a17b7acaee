// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/base/parameter.h"
#include "pith/data/column.h"
#include "pith/search/combine.h"

namespace pith {

/// What a method is to do with the prepared table: a request whose open questions are settled.
struct Task {
  std::size_t k = 0;                   ///< number of features to select, at least 1
  std::span<const Feature> keep = {};  ///< selected first, in this order; not owned
  Params params = {};                  ///< a checked value for each parameter of the method
  Combine combine = Combine::mean;     ///< of terms for several targets; not joint
  bool is_traced = false;  ///< fills in Selection::trace; the selected features do not change
  std::span<const Feature> watched = {};  ///< whose rank at every step is traced; not owned
};

}  // namespace pith
