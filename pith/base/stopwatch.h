// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace pith {

/// Runs from where it is made.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;  // which setting the time of day does not move
  Clock::time_point start_ = Clock::now();
};

}  // namespace pith
