// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "pith/stats/chance.h"
#include "pith/stats/correction.h"
#include "pith/stats/counts.h"

namespace pith {
inline namespace measure {

/// The three entropies of a two-way table, in nats.
struct Entropies {
  double x = 0;
  double y = 0;
  double xy = 0;
  Correction correction = Correction::none;
  double chance = 0;  ///< the information to subtract, where the correction is `chance`
};

/// Plug-in entropies.
Entropies entropies(const Counts& counts);
/// With a correction; `table`, of the levels of y in one stratum, is used for `chance` only.
Entropies entropies(const Counts& counts, Correction correction, const ChanceTable* table);

/// I(x;y) = H(x) + H(y) - H(x,y), clamped to [0, min(H(x), H(y))] against rounding errors. With a
/// correction it is not clamped: less information than expected is negative.
inline double information(const Entropies& h) {
  const double shared = h.x + h.y - h.xy;
  if (h.correction != Correction::none) return shared - h.chance;
  return std::clamp(shared, 0.0, std::min(h.x, h.y));
}
/// I(x;y) / H(x); 0 if H(x) is 0. Corrected for chance: (I(x;y) - E) / (H(x) - E), at most 1.
double gain_ratio(const Entropies& h);
/// 2 I(x;y) / (H(x) + H(y)), between 0 and 1; 0 if both are 0. Corrected for chance it is the
/// adjusted mutual information (I(x;y) - E) / ((H(x) + H(y)) / 2 - E), at most 1.
double symmetric_uncertainty(const Entropies& h);

}  // namespace measure
}  // namespace pith
