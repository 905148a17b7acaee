// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information.h"

#include "pith/measure/entropy.h"
#include "pith/stats/count_logs.h"

namespace pith {
inline namespace measure {
namespace {

/// (I - E) / (most - E); 0 if even the most information would be no more than expected.
double adjusted(const Entropies& h, double most) {
  constexpr double rounding = 1e-12;
  const double room = most - h.chance;
  return room > rounding ? information(h) / room : 0.0;
}

}  // namespace

Entropies entropies(const Counts& counts) {
  return {.x = entropy(counts.x_totals()),
          .y = entropy(counts.y_totals()),
          .xy = entropy(counts.cells())};
}

Entropies entropies(const Counts& counts, Correction correction, const ChanceTable* table) {
  if (correction == Correction::none) return entropies(counts);
  const std::vector<double> x_totals = counts.x_totals();
  Entropies h{.x = corrected_entropy(x_totals, correction),
              .y = corrected_entropy(counts.y_totals(), correction),
              .xy = corrected_entropy(counts.cells(), correction),
              .correction = correction};
  if (correction == Correction::chance) {
    std::int64_t sum = 0;
    for (const double count : x_totals)
      sum += (*table)(0, static_cast<std::uint64_t>(count));
    h.chance = ChanceTable::nats(sum);
  }
  return h;
}

double gain_ratio(const Entropies& h) {
  if (h.correction == Correction::chance) return adjusted(h, h.x);
  return h.x > 0 ? information(h) / h.x : 0.0;
}

double symmetric_uncertainty(const Entropies& h) {
  if (h.correction == Correction::chance) return adjusted(h, (h.x + h.y) / 2);
  return h.x + h.y > 0 ? 2 * information(h) / (h.x + h.y) : 0.0;
}

}  // namespace measure
}  // namespace pith
