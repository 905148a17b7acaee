// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace pith {

/// Measures the time since its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;  // not affected by changes of the system time
  Clock::time_point start_ = Clock::now();
};

}  // namespace pith
