// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "cli/terminal.h"
#include "pith/base/context.h"

namespace pith::cli {

/// One line on standard error that says how far the work is. Appears after half a second, changes
/// at most ten times a second, and is gone at the end. Nothing at all where there is no terminal.
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
