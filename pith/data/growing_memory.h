// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "pith/base/context.h"

namespace pith {

/// What grows, for the message, and by how many bytes it and what follows will probably grow.
struct GrowthPlan {
  std::string what;
  std::uint64_t later = 0;
};

/// Context::grow() for memory whose final size is not known. Where it does not fit, the message
/// names a limit twice as large, so that a reader does not fail a little later.
void grow_further(const Context& context, Reservation& held, std::uint64_t bytes,
                  const std::string& what);
/// Context::grow() where it is known about how many bytes will follow.
void grow_by_plan(const Context& context, Reservation& held, std::uint64_t bytes,
                  const GrowthPlan& plan);

}  // namespace pith
