// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal/display.h"
#include "cli/terminal/fold.h"

namespace pith::cli {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(const Terminal& terminal, bool is_quiet)
    : is_on_(!terminal.is_dumb && !is_quiet), terminal_(terminal), next_(Clock::now() + 500ms) {}

ProgressLine::~ProgressLine() {
  erase();
}

void ProgressLine::show(const Progress& now) {
  if (!is_on_) return;
  const auto time = Clock::now();
  const bool is_new = forecast_.add(now, std::chrono::duration<double>(time - start_).count());
  if (cost_) say_cost();
  if (time >= next_) {
    next_ = time + 100ms;
    early_ = 5;
  } else if (is_new && is_shown_ && early_ > 0) {
    --early_;  // a phase that is over must not stay, however soon the next one begins
  } else {
    return;
  }
  std::string line(now.phase);
  if (now.total > 0) {
    const double share =
        std::min(1.0, static_cast<double>(now.done) / static_cast<double>(now.total));
    constexpr double min_seconds = 0.3;  // estimates from less are unstable
    constexpr double long_seconds = 100;
    const auto left = forecast_.left();
    // Where a percent takes seconds, a tenth of it shows that work goes on.
    line += left.value_or(0) > long_seconds ? fmt::format(" {:5.1f} %", 100 * share)
                                            : fmt::format(" {:3.0f} %", 100 * share);
    if (left && share < 1 && forecast_.spent() > min_seconds)
      line += fmt::format(", {} left", duration_text(*left));
  }
  if (!now.detail.empty()) line += fmt::format(" ({})", now.detail);
  const std::string text = fit(printable(line), terminal_.width - 1, false);
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stderr);
  std::fflush(stderr);
  is_shown_ = true;
}

void ProgressLine::say_cost() {
  constexpr double min_seconds = 0.5;
  constexpr double max_seconds = 5;
  const std::optional<double> total = forecast_.total();
  if (!total || forecast_.spent() < min_seconds || forecast_.phase() == "discretise") return;
  const std::string text = forecast_.phase() == "permute"
                               ? permutations_text(forecast_.units(), *total)
                               : cost_text(*cost_, *total);
  if (text.empty()) {
    // Steps may become slower, but after a while the line of progress says enough.
    if (forecast_.spent() > max_seconds) cost_.reset();
    return;
  }
  cost_.reset();
  erase();
  std::fputs(fold(text, terminal_).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::erase() {
  if (!is_shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace pith::cli
