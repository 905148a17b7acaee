// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "cli/terminal/forecast.h"
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
  /// Said once, as soon as the first second of a selection shows that it takes long. `cost` is what
  /// is selected from.
  void expect_cost(Cost cost) { cost_ = std::move(cost); }

 private:
  using Clock = std::chrono::steady_clock;

  void say_cost();

  bool is_on_;
  bool is_shown_ = false;
  Terminal terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  int early_ = 0;  // how many more lines may be shown before `next_`
  Forecast forecast_;
  std::optional<Cost> cost_;
};

}  // namespace pith::cli
