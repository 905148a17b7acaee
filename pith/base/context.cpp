// SPDX-License-Identifier: Apache-2.0
#include "pith/base/context.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <thread>

#include "pith/base/error.h"

namespace pith {
namespace {

unsigned allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    const int count = CPU_COUNT(&set);
    if (count > 0) return static_cast<unsigned>(count);
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

unsigned threads_from_environment() {
  const char* text = std::getenv("OMP_NUM_THREADS");  // NOLINT(concurrency-mt-unsafe)
  if (text == nullptr) return 0;
  const std::string_view view(text);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
  return error == std::errc() && end != view.data() ? value : 0;
}

std::string in_addition_to(std::uint64_t in_use) {
  return in_use >> 20U == 0 ? "" : fmt::format(" in addition to {} MiB in use", mebibytes(in_use));
}

}  // namespace

unsigned Context::thread_count() const {
  if (threads > 0) return threads;
  const unsigned wanted = threads_from_environment();
  return wanted > 0 ? wanted : allowed_processors();
}

std::uint64_t Context::memory_limit() const {
  return memory > 0 ? memory : ledger->default_limit();
}

void Context::check_cancelled() const {
  if (stop.stop_requested()) throw Error(ErrorKind::cancelled, "cancelled");
}

std::uint64_t Context::memory_available() const {
  const std::uint64_t limit = memory_limit();
  return limit - std::min(limit, ledger->in_use());
}

Reservation Context::reserve(std::uint64_t bytes, std::string_view what,
                             std::string_view remedy) const {
  return reserve(bytes, what, remedy, 0);
}

Reservation Context::reserve(std::uint64_t bytes, std::string_view what, std::string_view remedy,
                             std::uint64_t later) const {
  const std::uint64_t limit = memory_limit();
  const MemoryLedger::Entry entry = ledger->add(bytes, limit);
  if (entry.is_taken) return {ledger, bytes};
  std::uint64_t needed = 0;
  if (__builtin_add_overflow(bytes, entry.in_use, &needed) ||
      __builtin_add_overflow(needed, later, &needed))
    needed = ~std::uint64_t{0};
  // What follows may need a little more: with room for it, the next run is not refused for a
  // trifle.
  constexpr std::uint64_t large = std::uint64_t{32} << 20U;
  if (needed >= large && needed <= ~std::uint64_t{0} / 2) needed += needed / 16;
  throw Error(
      ErrorKind::resources,
      fmt::format("{} would take {} MiB{}, and the limit is {} MiB; raise the limit ({}){}{}", what,
                  mebibytes(bytes), in_addition_to(entry.in_use), limit >> 20U,
                  option("memory", fmt::format("{}M", mebibytes(needed))),
                  remedy.empty() ? "" : " or ", remedy));
}

void Context::grow(Reservation& held, std::uint64_t bytes, std::string_view what,
                   std::string_view remedy) const {
  if (bytes > held.bytes()) held.absorb(reserve(bytes - held.bytes(), what, remedy));
}

void Context::require_memory(std::uint64_t bytes, std::string_view what,
                             std::string_view remedy) const {
  (void)reserve(bytes, what, remedy);
}

Context Context::serial() const {
  Context copy = *this;
  copy.threads = 1;
  copy.progress = nullptr;
  return copy;
}

}  // namespace pith
