// SPDX-License-Identifier: Apache-2.0
#include "pith/base/paged_array.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#include <time.h>
#endif

namespace pith {
namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21U;
/// Ordinary pages that are paged in together: few enough to be in the cache when they are filled.
constexpr std::size_t part_bytes = std::size_t{1} << 18U;
constexpr std::size_t parts_per_page = huge_page / part_bytes;
constexpr std::uint32_t all_parts = (1U << parts_per_page) - 1;

std::byte* allocate(std::size_t bytes) {
  constexpr std::size_t line = 64;
  if (bytes > std::numeric_limits<std::size_t>::max() - 2 * huge_page) throw std::bad_alloc();
  const std::size_t alignment = bytes < 2 * huge_page ? line : huge_page;
  void* const memory = std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(memory);
}

#ifdef MADV_POPULATE_WRITE

/// Of this thread.
double cpu_seconds() {
  timespec time{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// False: that was slow. Other threads may already write to the page.
bool page_in_huge(std::byte* begin) {
  const double before = cpu_seconds();
  if (madvise(begin, huge_page, MADV_HUGEPAGE) != 0) return false;
  if (madvise(begin, huge_page, MADV_POPULATE_WRITE) != 0) return false;
  constexpr double max_seconds = 1e-3;  // to clear it takes 0.2 ms, to get it from a host 4 ms
  return cpu_seconds() - before <= max_seconds;
}

#endif

}  // namespace

PagedArray::PagedArray(std::size_t bytes, std::shared_ptr<Slowness> is_slow)
    : bytes_(bytes),
      memory_(allocate(bytes)),
      parts_(bytes < 2 * huge_page ? 0 : (bytes + huge_page - 1) / huge_page),
      is_slow_(std::move(is_slow)) {}

void PagedArray::page_in(const std::byte* begin, std::size_t bytes) {
  if (parts_.empty() || bytes == 0) return;
  const auto first = static_cast<std::size_t>(begin - memory_.get());
  for (std::size_t part = first / part_bytes; part <= (first + bytes - 1) / part_bytes; ++part) {
    const std::uint32_t bit = 1U << part % parts_per_page;
    if ((parts_[part / parts_per_page].load(std::memory_order_relaxed) & bit) == 0)
      page_in_part(part);
  }
}

void PagedArray::page_in_part([[maybe_unused]] std::size_t part) {
#ifdef MADV_POPULATE_WRITE
  const std::size_t page = part / parts_per_page;
  const bool is_whole = (page + 1) * huge_page <= bytes_;
  if (is_whole && !is_slow_->load(std::memory_order_relaxed)) {
    if (parts_[page].fetch_or(all_parts, std::memory_order_relaxed) != 0) return;
    if (!page_in_huge(memory_.get() + page * huge_page))
      is_slow_->store(true, std::memory_order_relaxed);
    return;
  }
  const std::uint32_t bit = 1U << part % parts_per_page;
  if ((parts_[page].fetch_or(bit, std::memory_order_relaxed) & bit) != 0) return;
  const std::size_t begin = part * part_bytes;
  // Only advice: without it, pages come one by one.
  (void)madvise(memory_.get() + begin, std::min(part_bytes, bytes_ - begin), MADV_POPULATE_WRITE);
#endif
}

}  // namespace pith
