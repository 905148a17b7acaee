// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pith {

/// How long the parts of a run took, on how many threads, and its seed.
struct Timing {
  double read_seconds = 0;
  double select_seconds = 0;
  unsigned threads = 1;
  std::uint64_t seed = 0;
};

}  // namespace pith
