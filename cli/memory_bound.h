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

/// From now on, every large block returns to the system when it is freed. Where blocks of rows come
/// and go, the allocator would keep them in pieces, and more than the limit.
void return_large_blocks();

}  // namespace pith::cli
