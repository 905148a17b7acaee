// SPDX-License-Identifier: Apache-2.0
#include "pith/base/context.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
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

std::uint64_t machine_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page_size = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  std::uint64_t bytes = pages * page_size;
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::uint64_t limit = 0;
  if (file >> limit) bytes = std::min(bytes, limit);
  return bytes;
}

}  // namespace

unsigned Context::thread_count() const {
  if (threads > 0) return threads;
  const unsigned wanted = threads_from_environment();
  return wanted > 0 ? wanted : allowed_processors();
}

std::uint64_t Context::memory_limit() const {
  return memory > 0 ? memory : machine_memory() / 10 * 6;
}

void Context::check_cancelled() const {
  if (stop.stop_requested()) throw Error(ErrorKind::cancelled, "cancelled");
}

void Context::require_memory(std::uint64_t bytes, std::string_view what,
                             std::string_view remedy) const {
  if (bytes <= memory_limit()) return;
  throw Error(ErrorKind::resources,
              fmt::format("{} needs {} MiB, and the limit is {} MiB; raise the limit ({}){}{}",
                          what, mebibytes(bytes), memory_limit() >> 20U, option("memory"),
                          remedy.empty() ? "" : " or ", remedy));
}

Context Context::serial() const {
  Context copy = *this;
  copy.threads = 1;
  copy.progress = nullptr;
  return copy;
}

}  // namespace pith
