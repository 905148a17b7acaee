// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "pith/base/error.h"

namespace pith {

/// What `run(memory)` returns within about the smallest limit that it accepts: everything that may
/// be left out or computed again for want of memory is.
template <class Run>
auto in_little_memory(Run run) {
  for (std::uint64_t memory = 1024;; memory += memory / 8) {
    try {
      return run(memory);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::resources || memory > std::uint64_t{1} << 30U) throw;
    }
  }
}

}  // namespace pith
