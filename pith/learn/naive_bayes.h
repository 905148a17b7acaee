// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/base/context.h"
#include "pith/learn/model.h"

namespace pith {

struct NaiveBayesOptions {
  /// Added to each variance, as a share of the largest one of all rows.
  double smoothing = 1e-9;
};

/// Columns are taken to be independent within a class: numbers normal, with a mean and a variance
/// of their own, and categories with P(level) = (count + 1) / (rows + levels). A level without
/// a column says nothing. Classes are as frequent as they occur.
std::unique_ptr<const Model> fit_naive_bayes(const Examples& examples,
                                             const NaiveBayesOptions& options,
                                             const Context& context = {});

}  // namespace pith
