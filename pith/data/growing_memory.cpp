// SPDX-License-Identifier: Apache-2.0
#include "pith/data/growing_memory.h"

#include <algorithm>

namespace pith {

void grow_further(const Context& context, Reservation& held, std::uint64_t bytes,
                  const std::string& what) {
  if (bytes <= held.bytes()) return;
  const std::uint64_t available = context.memory_available();
  const bool fits = bytes - held.bytes() <= available;
  const std::uint64_t further = fits ? 0 : available + context.memory_limit();
  context.grow(held, std::max(bytes, held.bytes() + further), what, "use a smaller table");
}

void grow_by_plan(const Context& context, Reservation& held, std::uint64_t bytes,
                  const GrowthPlan& plan) {
  if (bytes <= held.bytes()) return;
  held.absorb(context.reserve(bytes - held.bytes(), plan.what, "use a smaller table", plan.later));
}

}  // namespace pith
