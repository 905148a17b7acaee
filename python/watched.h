// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "pith/base/context.h"

namespace pith::python {

/// The last that was reported, for whoever comes by to look.
class LatestProgress {
 public:
  struct Report {
    std::string phase;
    std::size_t done = 0;
    std::size_t total = 0;
  };

  void set(const Progress& now) {
    const std::lock_guard lock(mutex_);
    report_ = {.phase = std::string(now.phase), .done = now.done, .total = now.total};
  }
  /// None if there is nothing new.
  std::optional<Report> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(report_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Report> report_;
};

/// Runs `work(context)` on a thread of its own with Python's lock released, so that other threads
/// of Python go on. Meanwhile looks for signals, and calls `progress` (None: nobody) with what was
/// reported last. When Python raises, by Ctrl-C for example, the work is stopped and the exception
/// goes on.
template <class Work>
auto watched(Context context, const nanobind::object& progress, Work work) {
  namespace nb = nanobind;
  constexpr auto patience = std::chrono::milliseconds(20);
  std::stop_source stop;
  LatestProgress latest;
  context.stop = stop.get_token();
  if (!progress.is_none()) context.progress = [&](const Progress& now) { latest.set(now); };

  std::packaged_task<decltype(work(context))()> task([&] { return work(context); });
  auto result = task.get_future();
  std::optional<nb::python_error> raised;
  {
    const nb::gil_scoped_release unlocked;
    const std::jthread worker(std::move(task));
    while (!raised && result.wait_for(patience) != std::future_status::ready) {
      const nb::gil_scoped_acquire locked;
      try {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (const auto report = latest.take()) progress(report->phase, report->done, report->total);
      } catch (const nb::python_error& error) {
        raised.emplace(error);
        stop.request_stop();
      }
    }
    result.wait();
  }
  if (raised) throw nb::python_error(*raised);
  return result.get();
}

}  // namespace pith::python
