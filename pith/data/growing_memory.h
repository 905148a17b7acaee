// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "pith/base/context.h"

namespace pith {

/// Context::grow() for memory whose final size is not known. Where it does not fit, the message
/// names a limit that is half as large again, so that a reader does not fail a little later.
void grow_further(const Context& context, Reservation& held, std::uint64_t bytes,
                  const std::string& what);

}  // namespace pith
