// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/evaluate/splits.h"
#include "pith/evaluate/variant.h"
#include "pith/learn/model/scaling.h"
#include "pith/select/request.h"

namespace pith {

/// How numbers of features are compared.
struct CvTest {
  Variant learner = {.id = "auto", .label = "auto"};  ///< as in Plan
  std::optional<Splitting> splitting = {};  ///< none: 10 folds, or one for each of fewer rows
  Scaling scaling = Scaling::standard;
  std::size_t max_features = default_max_features;
};

/// The smallest number of features whose error is within one standard error of the least (Breiman,
/// Friedman, Olshen and Stone, "Classification and Regression Trees", 1984). The error of numbers
/// is the root of their mean squared error. Every split selects anew. All numbers up to 20 are
/// tried, then each a tenth more than the one before, up to `test.max_features`; `request.k` is
/// ignored. Throws as evaluate() does.
CvChoice choose_by_cv(const Table& table, const Request& request, const CvTest& test,
                      const Context& context = {});

}  // namespace pith
