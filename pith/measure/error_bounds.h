// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith {

/// Bounds on the Bayes error, the error rate of the best possible classifier.
struct ErrorBounds {
  double lower = 0;
  double upper = 0;
};

}  // namespace pith
