// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/base/context.h"
#include "pith/learn/model.h"

namespace pith {

struct LogisticOptions {
  double cost = 1;          ///< weighs the loss
  double tolerance = 1e-8;  ///< the largest slope, as a share of the largest one at the start
};

/// Logistic regression: minimises cost * sum[rows] -log P(class) + 1/2 |W|^2 over the weights W and
/// the intercepts, which are not penalised. Two classes share one vector of weights; with more each
/// has its own, and P is the softmax.
std::unique_ptr<const Model> fit_logistic(const Examples& examples, const LogisticOptions& options,
                                          const Context& context = {});

}  // namespace pith
