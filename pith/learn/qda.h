// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/base/context.h"
#include "pith/learn/model.h"

namespace pith {

struct QdaOptions {
  double shrinkage = 0.1;  ///< 0 to 1
};

/// Quadratic discriminant analysis: each class is normal with its own mean and the covariance
/// (1 - r) S + r I, where r is the shrinkage and S has n - 1 below (a class of one row: S = 0).
/// Where that is singular, as little is added to the diagonal as makes it regular. Classes are as
/// frequent as they occur. O(n d^2 + c d^3).
std::unique_ptr<const Model> fit_qda(const Examples& examples, const QdaOptions& options,
                                     const Context& context = {});

}  // namespace pith
