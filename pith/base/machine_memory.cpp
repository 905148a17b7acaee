// SPDX-License-Identifier: Apache-2.0
#include "pith/base/machine_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace pith {

std::uint64_t machine_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page_size = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  std::uint64_t bytes = pages * page_size;
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::uint64_t limit = 0;
  if (file >> limit) bytes = std::min(bytes, limit);
  return bytes;
}

}  // namespace pith
