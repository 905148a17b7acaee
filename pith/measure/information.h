// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "pith/stats/counts.h"

namespace pith {
inline namespace measure {

/// The three entropies of a two-way table, in nats.
struct Entropies {
  double x = 0;
  double y = 0;
  double xy = 0;
};

Entropies entropies(const Counts& counts);

/// I(x;y) = H(x) + H(y) - H(x,y), clamped to [0, min(H(x), H(y))] against rounding errors.
inline double information(const Entropies& h) {
  return std::clamp(h.x + h.y - h.xy, 0.0, std::min(h.x, h.y));
}
/// I(x;y) / H(x); 0 if H(x) is 0.
double gain_ratio(const Entropies& h);
/// 2 I(x;y) / (H(x) + H(y)), between 0 and 1; 0 if both are 0.
double symmetric_uncertainty(const Entropies& h);

}  // namespace measure
}  // namespace pith
