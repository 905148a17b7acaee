// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pith::cli {

/// Makes the system refuse memory beyond the limit and a tenth, so that what nobody reserved ends
/// the program with a message instead of exceeding the limit. Threads have stacks besides. Never
/// raises a limit that the process was given.
void bound_memory(std::uint64_t limit, unsigned threads);

/// Returns freed memory to the system; the allocator would keep some of it.
void return_freed_memory();

}  // namespace pith::cli
