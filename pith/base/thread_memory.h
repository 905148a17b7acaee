// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pith/base/context.h"

namespace pith {

/// The memory of the threads of a parallel loop, and the context to run it with. Where not all
/// threads fit, there are fewer of them.
struct ThreadMemory {
  Reservation held;
  Context context;
};

/// What a loop over `tasks` blocks needs. Throws as Context::reserve() does if not even one thread
/// fits.
struct ThreadNeed {
  std::size_t tasks = 1;
  std::uint64_t bytes = 0;  ///< of one thread
};
ThreadMemory reserve_for_threads(const ThreadNeed& need, const Context& context,
                                 std::string_view what, std::string_view remedy = "");

/// The same for a loop whose first thread has its memory already: never throws.
ThreadMemory reserve_for_more_threads(const ThreadNeed& need, const Context& context);

}  // namespace pith
