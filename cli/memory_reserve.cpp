// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_reserve.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace pith::cli {
namespace {

std::atomic<void*> reserve{nullptr};

}  // namespace

void reserve_memory() {
  constexpr std::size_t size = std::size_t{64} << 10U;  // part of the heap, not a mapping
  reserve = std::malloc(size);
  std::set_new_handler([] {
    std::free(reserve.exchange(nullptr));
    throw std::bad_alloc();
  });
}

}  // namespace pith::cli
