// SPDX-License-Identifier: Apache-2.0
#include "pith/base/large_array.h"

#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace pith {

LargeArray large_array(std::size_t count) {
  constexpr std::size_t line = 64;
  constexpr std::size_t huge_page = std::size_t{1} << 21U;
  if (count > (std::numeric_limits<std::size_t>::max() - huge_page) / sizeof(double))
    throw std::bad_alloc();
  const std::size_t bytes = count * sizeof(double);
  const std::size_t alignment = bytes < 2 * huge_page ? line : huge_page;
  const std::size_t rounded = (bytes / alignment + 1) * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (alignment == huge_page) (void)madvise(memory, rounded, MADV_HUGEPAGE);  // only advice
#endif
  return LargeArray(static_cast<double*>(memory));
}

}  // namespace pith
