// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// The number of features up to which a choice of k looks unless told otherwise.
inline constexpr std::size_t default_max_features = 100;

/// The cross-validated error with one number of features.
struct CvPoint {
  std::size_t features = 0;
  double error = 0;           ///< mean over the splits
  double standard_error = 0;  ///< of that mean
};

/// The number of features that cross-validation chose, and the errors that decided.
struct CvChoice {
  std::size_t k = 0;
  std::size_t best = 0;  ///< index of the point with the smallest error; ties go to fewer features
  std::vector<CvPoint> points;
  double chance = 0;  ///< error of the majority-class baseline
};

/// One step of the path, compared with permuted data.
struct NullStep {
  Feature feature = 0;
  double value = 0;              ///< the gain of the step, or its score where it has no gain
  double p = 1;                  ///< (1 + reached) / (1 + permutations)
  std::size_t reached = 0;       ///< number of permutations with a value at least as large
  std::size_t permutations = 0;  ///< number made until the answer was clear
};

/// The number of features that a permutation test chose. The steps go up to the first that is not
/// significant, which is the last one here unless all are.
struct NullChoice {
  std::size_t k = 0;
  std::vector<NullStep> steps;
};

}  // namespace pith
