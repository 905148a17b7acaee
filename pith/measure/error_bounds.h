// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith {

/// Between which shares of wrong answers the best possible classifier lies.
struct ErrorBounds {
  double lower = 0;
  double upper = 0;
};

}  // namespace pith
