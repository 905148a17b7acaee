// SPDX-License-Identifier: Apache-2.0
#include "pith/base/memory.h"

#include "pith/base/assert.h"
#include "pith/base/machine_memory.h"

namespace pith {

MemoryLedger::Entry MemoryLedger::add(std::uint64_t bytes, std::uint64_t limit) noexcept {
  std::uint64_t now = in_use();
  do {
    if (now > limit || bytes > limit - now) return {.is_taken = false, .in_use = now};
  } while (!in_use_.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
  return {.is_taken = true, .in_use = now};
}

void MemoryLedger::remove(std::uint64_t bytes) noexcept {
  in_use_.fetch_sub(bytes, std::memory_order_relaxed);
}

std::uint64_t MemoryLedger::default_limit() {
  std::uint64_t limit = default_limit_.load(std::memory_order_relaxed);
  if (limit == 0) {
    limit = machine_memory() / 10 * 6;
    default_limit_.store(limit, std::memory_order_relaxed);
  }
  return limit;
}

void Reservation::shrink(std::uint64_t bytes) noexcept {
  if (bytes >= bytes_) return;
  ledger_->remove(bytes_ - bytes);
  bytes_ = bytes;
}

void Reservation::absorb(Reservation other) noexcept {
  if (bytes_ == 0) {
    *this = std::move(other);
    return;
  }
  PITH_ASSERT(other.bytes_ == 0 || ledger_ == other.ledger_);
  bytes_ += std::exchange(other.bytes_, 0);
}

}  // namespace pith
