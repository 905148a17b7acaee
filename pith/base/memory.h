// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace pith {

/// The bytes that everything with the same Context (and its copies) holds at the moment. Threads
/// share it. The limit belongs to the Context.
class MemoryLedger {
 public:
  /// Adds `bytes` unless the sum would exceed `limit`; returns the bytes in use before.
  struct Entry {
    bool is_taken = false;
    std::uint64_t in_use = 0;
  };
  Entry add(std::uint64_t bytes, std::uint64_t limit) noexcept;
  void remove(std::uint64_t bytes) noexcept;

  std::uint64_t in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }
  /// The limit of a Context that sets none: 60 % of the memory of this process (machine_memory());
  /// looked up once.
  std::uint64_t default_limit();

 private:
  std::atomic<std::uint64_t> default_limit_{0};
  std::atomic<std::uint64_t> in_use_{0};
};

/// Bytes that are held in a ledger until they are released or the object ends. It lives beside the
/// memory that it stands for. Made by Context::reserve().
class Reservation {
 public:
  Reservation() = default;
  Reservation(std::shared_ptr<MemoryLedger> ledger, std::uint64_t bytes)
      : ledger_(std::move(ledger)), bytes_(bytes) {}
  Reservation(Reservation&& other) noexcept
      : ledger_(std::move(other.ledger_)), bytes_(std::exchange(other.bytes_, 0)) {}
  Reservation& operator=(Reservation&& other) noexcept {
    if (this != &other) {
      release();
      ledger_ = std::move(other.ledger_);
      bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { release(); }

  std::uint64_t bytes() const { return bytes_; }
  void release() noexcept { shrink(0); }
  /// Gives back what is above `bytes`.
  void shrink(std::uint64_t bytes) noexcept;
  /// Takes over the bytes of `other`, which is of the same ledger.
  void absorb(Reservation other) noexcept;

 private:
  std::shared_ptr<MemoryLedger> ledger_;
  std::uint64_t bytes_ = 0;
};

}  // namespace pith
