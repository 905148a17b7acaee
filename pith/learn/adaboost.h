// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "pith/base/context.h"
#include "pith/learn/model.h"

namespace pith {

struct AdaboostOptions {
  std::size_t rounds = 100;  ///< at least 1, for each class
};

/// Boosted stumps, one class against the rest. A stump asks whether a column is at most a threshold
/// (halfway between neighbouring values) and answers on either side as most of the weight does; the
/// one of least weighted error e is taken (of equals the lowest column, then the lowest threshold),
/// gets a say of log((1 - e) / e), and the rows that it gets wrong get that much more weight. The
/// score of a class is what its stumps say for it less what they say against it, as a share.
/// O(columns * rows) for each round.
std::unique_ptr<const Model> fit_adaboost(const Examples& examples, const AdaboostOptions& options,
                                          const Context& context = {});

}  // namespace pith
