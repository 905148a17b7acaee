// SPDX-License-Identifier: Apache-2.0
#include "pith/base/thread_memory.h"

#include <algorithm>

namespace pith {

ThreadMemory reserve_for_threads(const ThreadNeed& need, const Context& context,
                                 std::string_view what, std::string_view remedy) {
  if (need.bytes == 0) return {.held = {}, .context = context};
  const std::uint64_t wanted =
      std::clamp<std::uint64_t>(need.tasks, 1, std::max(1U, context.thread_count()));
  const std::uint64_t bytes = std::max<std::uint64_t>(1, need.bytes);
  const std::uint64_t threads =
      std::clamp<std::uint64_t>(context.memory_available() / bytes, 1, wanted);
  ThreadMemory result{.held = context.reserve(threads * bytes, what, remedy), .context = context};
  if (threads < wanted) result.context.threads = static_cast<unsigned>(threads);
  return result;
}

ThreadMemory reserve_for_more_threads(const ThreadNeed& need, const Context& context) {
  const std::uint64_t bytes = std::max<std::uint64_t>(1, need.bytes);
  const std::uint64_t wanted =
      std::clamp<std::uint64_t>(need.tasks, 1, std::max(1U, context.thread_count())) - 1;
  ThreadMemory result{.held = {}, .context = context};
  std::uint64_t more = std::min(context.memory_available() / bytes, wanted);
  // What is available may shrink in the meantime.
  for (; more > 0; --more) {
    if (!context.ledger->add(more * bytes, context.memory_limit()).is_taken) continue;
    result.held = Reservation(context.ledger, more * bytes);
    break;
  }
  if (more < wanted) result.context.threads = static_cast<unsigned>(more + 1);
  return result;
}

}  // namespace pith
