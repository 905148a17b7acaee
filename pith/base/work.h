// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>
#include <thread>

#include "pith/base/context.h"

namespace pith {

/// Counts the work of a phase, in units that take about the same time, and reports it as progress:
/// at once, so that the phase is known, and then as work gets done. Any thread may add work; only
/// the thread that made the object reports.
class Work {
 public:
  /// `done` of `total` units were done before; a total of 0 is not known.
  Work(const Context& context, std::string_view phase, std::size_t total, std::size_t done = 0)
      : context_(context), phase_(phase), total_(total), done_(done) {
    report(done);
  }

  void add(std::size_t units) {
    const std::size_t now = done_.fetch_add(units, std::memory_order_relaxed) + units;
    if (std::this_thread::get_id() == owner_) report(now);
  }

 private:
  void report(std::size_t done) const {
    context_.report({.phase = phase_, .done = done, .total = total_});
  }

  const Context& context_;
  std::string_view phase_;
  std::size_t total_;
  std::atomic<std::size_t> done_;
  std::thread::id owner_ = std::this_thread::get_id();
};

}  // namespace pith
