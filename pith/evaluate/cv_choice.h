// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/evaluate/splits.h"
#include "pith/evaluate/variant.h"
#include "pith/learn/encoding.h"
#include "pith/select/catalog.h"

namespace pith {

/// Who judges numbers of features, and by which splits.
struct CvTest {
  Variant learner = {.id = "linear-svm", .label = "linear-svm"};
  Splitting splitting = {};
  Scaling scaling = Scaling::standard;
};

/// The error with one number of features.
struct CvPoint {
  std::size_t features = 0;
  double error = 0;           ///< mean over the splits
  double standard_error = 0;  ///< of that mean
};

/// The number of features, and the errors it was chosen by.
struct CvChoice {
  std::size_t k = 0;
  std::size_t best = 0;  ///< the place of the least error; the smallest number of equals
  std::vector<CvPoint> points;
  double chance = 0;  ///< the error of who always says the most frequent class
};

/// The smallest number of features whose error is within one standard error of the least (Breiman,
/// Friedman, Olshen and Stone, "Classification and Regression Trees", 1984). Every split selects
/// anew. All numbers up to 20 are tried, then each a tenth more than the one before, up to
/// `request.k`. Throws as evaluate() does.
CvChoice choose_by_cv(const Table& table, const Request& request, const CvTest& test,
                      const Context& context = {});

}  // namespace pith
