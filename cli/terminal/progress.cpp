// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal/display.h"

namespace pith::cli {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(const Terminal& terminal, bool is_quiet)
    : is_on_(!terminal.is_dumb && !is_quiet), width_(terminal.width), next_(Clock::now() + 500ms) {}

ProgressLine::~ProgressLine() {
  erase();
}

void ProgressLine::show(const Progress& now) {
  if (!is_on_) return;
  const auto time = Clock::now();
  if (now.phase != phase_) {
    phase_ = now.phase;
    phase_start_ = time;
  }
  if (time < next_) return;
  next_ = time + 100ms;
  std::string line = phase_;
  if (now.total > 0) {
    const double share =
        std::min(1.0, static_cast<double>(now.done) / static_cast<double>(now.total));
    line += fmt::format(" {:3.0f} %", 100 * share);
    const double spent = std::chrono::duration<double>(time - phase_start_).count();
    // Estimates from less than this are unstable.
    if (share > 0.02 && share < 1 && spent > 0.3) {
      line += fmt::format(", {} left", duration_text(spent / share * (1 - share)));
    }
  }
  if (!now.detail.empty()) line += fmt::format(" ({})", now.detail);
  const std::string text = fit(printable(line), width_ - 1, false);
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stderr);
  std::fflush(stderr);
  is_shown_ = true;
}

void ProgressLine::erase() {
  if (!is_shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace pith::cli
