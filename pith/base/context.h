// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include "pith/base/memory.h"

namespace pith {

struct Progress {
  std::string_view phase;  ///< what is going on, e.g. "select"
  std::size_t done = 0;
  std::size_t total = 0;         ///< 0: not known
  std::string_view detail = {};  ///< of what, e.g. "wine.csv, mrmr, fold 3 of 10"
};

/// What every call may need beside its data. Passed last; the only carrier of threads, seed,
/// limits, stop and progress, so that the library needs no global state.
struct Context {
  unsigned threads = 0;  ///< 0: OMP_NUM_THREADS if set, else the processors this process may use
  std::uint64_t seed = 0;
  std::uint64_t memory = 0;  ///< limit in bytes; 0: 60 % of the machine's or the control group's
  std::stop_token stop = {};
  std::function<void(const Progress&)> progress = {};  ///< called on the caller's thread only
  /// What is held at the moment; copies of a context share it.
  std::shared_ptr<MemoryLedger> ledger = std::make_shared<MemoryLedger>();

  unsigned thread_count() const;
  std::uint64_t memory_limit() const;

  /// Throws Error(cancelled) once `stop` was requested.
  void check_cancelled() const;
  /// Every large allocation (from about a megabyte on) is reserved before it is made and held as
  /// long as the memory lives. Throws Error(resources) if it does not fit beside what is in use;
  /// the message says what needs how much, and the remedies: the limit that suffices for this, and
  /// `remedy` (e.g. "select from fewer features") if any.
  [[nodiscard]] Reservation reserve(std::uint64_t bytes, std::string_view what,
                                    std::string_view remedy = "") const;
  /// The same for a phase that others follow, which will take about `later` bytes beside this: the
  /// limit that a refusal names has room for them, too.
  [[nodiscard]] Reservation reserve(std::uint64_t bytes, std::string_view what,
                                    std::string_view remedy, std::uint64_t later) const;
  /// Raises a reservation to `bytes`; never lowers it. May throw as reserve() does, and leaves it
  /// as it was then.
  void grow(Reservation& held, std::uint64_t bytes, std::string_view what,
            std::string_view remedy = "") const;
  /// The limit without what is in use.
  std::uint64_t memory_available() const;
  /// Throws as reserve() does, and holds nothing: for memory that others reserve or that is gone
  /// before anything else is allocated.
  void require_memory(std::uint64_t bytes, std::string_view what,
                      std::string_view remedy = "") const;
  void report(const Progress& now) const {
    if (progress) progress(now);
  }
  /// The same context on one thread, for work inside a parallel block.
  Context serial() const;
};

/// For messages: rounded up, so that what is needed is never shown as the limit it exceeds.
constexpr std::uint64_t mebibytes(std::uint64_t bytes) {
  return (bytes >> 20U) + ((bytes & 0xFFFFFU) != 0 ? 1 : 0);
}

}  // namespace pith
