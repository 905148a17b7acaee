// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_bound.h"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>

namespace pith::cli {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PITH_HAS_SHADOW_MEMORY
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PITH_HAS_SHADOW_MEMORY
#endif
#endif

void bound_memory([[maybe_unused]] std::uint64_t limit, [[maybe_unused]] unsigned threads) {
#ifndef PITH_HAS_SHADOW_MEMORY  // sanitizers map terabytes that they do not use
  constexpr std::uint64_t program = std::uint64_t{64} << 20U;
  constexpr std::uint64_t largest_stack = std::uint64_t{8} << 20U;
  rlimit stack = {};
  rlimit data = {};
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || getrlimit(RLIMIT_DATA, &data) != 0) return;
  const std::uint64_t stacks = threads * std::min<std::uint64_t>(stack.rlim_cur, largest_stack);
  std::uint64_t bound = 0;
  if (__builtin_add_overflow(limit, limit / 10 + program + stacks, &bound)) return;
  data.rlim_cur = std::min<rlim_t>(data.rlim_cur, bound);
  (void)setrlimit(RLIMIT_DATA, &data);  // the reservations hold without it
#endif
}

void return_freed_memory() {
  (void)malloc_trim(0);
}

void return_large_blocks() {
  constexpr int min_bytes = 1 << 18;
  (void)mallopt(M_MMAP_THRESHOLD, min_bytes);
}

}  // namespace pith::cli
