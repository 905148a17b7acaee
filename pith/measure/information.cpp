// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information.h"

#include "pith/measure/entropy.h"

namespace pith {
inline namespace measure {

Entropies entropies(const Counts& counts) {
  return {.x = entropy(counts.x_totals()),
          .y = entropy(counts.y_totals()),
          .xy = entropy(counts.cells())};
}

double gain_ratio(const Entropies& h) {
  return h.x > 0 ? information(h) / h.x : 0.0;
}

double symmetric_uncertainty(const Entropies& h) {
  return h.x + h.y > 0 ? 2 * information(h) / (h.x + h.y) : 0.0;
}

}  // namespace measure
}  // namespace pith
