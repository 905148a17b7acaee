// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "cli/terminal/terminal.h"
#include "pith/base/context.h"

namespace pith::cli {

/// A line on standard error that shows the progress. It appears after half a second, is updated at
/// most ten times a second, and is erased at the end. Without a terminal nothing is shown.
class ProgressLine {
 public:
  ProgressLine(const Terminal& terminal, bool is_quiet);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void show(const Progress& now);
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_on_;
  bool is_shown_ = false;
  std::size_t width_;
  Clock::time_point phase_start_ = Clock::now();
  Clock::time_point next_;
  std::string phase_;
};

}  // namespace pith::cli
