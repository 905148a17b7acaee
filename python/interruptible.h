// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "pith/base/context.h"
#include "python/caller_thread.h"

namespace pith::python {

/// The latest report of a worker thread, for the thread that passes it on to Python.
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
  /// Nothing if there was no report since the last call.
  std::optional<Report> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(report_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Report> report_;
};

/// The finalisation of the interpreter. From then on Python terminates every other thread that
/// requests the GIL, by unwinding its stack, which C++ code does not survive, and static objects of
/// the library are destroyed. Work is therefore stopped first, and threads that wait for it sleep
/// until the process exits.
class Finalization {
 public:
  /// Registers begin(), which Python calls before it finalises.
  static void prepare() {
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&begin));
    pthread_atfork(nullptr, nullptr, [] {
      unlocked = 0;  // a child process has none of the threads, but the objects that they own
      nanobind::set_leak_warnings(false);
    });
  }
  /// Whether a thread other than `own` has started to finalise the interpreter.
  static bool is_on_other_thread(std::thread::id own = std::this_thread::get_id()) {
    const std::thread::id finalizing = finalizing_thread;
    return finalizing != std::thread::id() && finalizing != own;
  }

 private:
  friend class Unlocked;

  static void begin() {
    finalizing_thread = std::this_thread::get_id();
    const nanobind::object threads = nanobind::module_::import_("threading").attr("active_count")();
    if (nanobind::cast<int>(threads) > 1) nanobind::set_leak_warnings(false);  // they own objects
    const nanobind::gil_scoped_release released;
    stop.request_stop();
    // At most 3 seconds: a progress callback may be waiting for something else.
    for (int tries = 0; unlocked > 0 && tries < 3000; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  static inline std::atomic<std::thread::id> finalizing_thread{};
  static inline std::atomic<int> unlocked{0};  // threads that will request the GIL again
  static inline std::stop_source stop;
};

/// Releases the GIL for its lifetime. Finalisation asks `work` to stop and waits until this object
/// has the GIL again; if another thread already finalises, this thread sleeps for good.
class Unlocked {
 public:
  explicit Unlocked(std::stop_source* work = nullptr) {
    ++Finalization::unlocked;  // with the GIL held: finalisation has begun already, or sees this
    if (work != nullptr)
      stopping_.emplace(Finalization::stop.get_token(), Stop{work, std::this_thread::get_id()});
    state_ = PyEval_SaveThread();
    sleep_if_finalizing();
  }
  ~Unlocked() {
    sleep_if_finalizing();
    PyEval_RestoreThread(state_);
    stopping_.reset();
    --Finalization::unlocked;
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  struct Stop {
    std::stop_source* work;
    std::thread::id own;
    // Runs on the finalising thread, whose own work (in an atexit function) may go on.
    void operator()() const {
      if (Finalization::is_on_other_thread(own)) work->request_stop();
    }
  };

  static void sleep_if_finalizing() {
    if (!Finalization::is_on_other_thread()) return;
    --Finalization::unlocked;
    for (;;)
      std::this_thread::sleep_for(std::chrono::hours(1));
  }

  PyThreadState* state_ = nullptr;
  std::optional<std::stop_callback<Stop>> stopping_;
};

/// Runs `work(context)` on another thread with the GIL released, so that other Python threads run.
/// Meanwhile checks for signals and calls `progress` (unless None) with the latest report. If
/// Python raises, on Ctrl-C for example, the work is stopped and the exception propagates. `calls`
/// are those that the work has made on this thread, if any.
template <class Work>
auto run_interruptibly(Context context, const nanobind::object& progress, Work work,
                       CallerThread* calls = nullptr) {
  namespace nb = nanobind;
  const auto interval = std::chrono::milliseconds(calls == nullptr ? 20 : 1);
  std::stop_source stop;
  LatestProgress latest;
  context.stop = stop.get_token();
  if (!progress.is_none()) context.progress = [&](const Progress& now) { latest.set(now); };

  std::packaged_task<decltype(work(context))()> task([&] { return work(context); });
  auto result = task.get_future();
  std::optional<nb::python_error> raised;
  {
    const Unlocked unlocked(&stop);
    const std::jthread worker(std::move(task));
    while (!raised && result.wait_for(interval) != std::future_status::ready) {
      if (Finalization::is_on_other_thread()) break;
      const nb::gil_scoped_acquire locked;
      try {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        // Found before the report, which was made before the call.
        const bool has_call = calls != nullptr && calls->is_waiting();
        if (const auto report = latest.take()) progress(report->phase, report->done, report->total);
        if (has_call) calls->serve();
      } catch (const nb::python_error& error) {
        raised.emplace(error);
        stop.request_stop();
      }
    }
    if (calls != nullptr) calls->close();
    result.wait();
  }
  if (raised) throw nb::python_error(*raised);
  return result.get();
}

}  // namespace pith::python
