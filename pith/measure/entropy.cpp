// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/entropy.h"

#include "pith/stats/count_logs.h"

namespace pith {
inline namespace measure {

double entropy(std::span<const double> counts) {
  return plug_in_entropy(counts);
}

}  // namespace measure
}  // namespace pith
