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

/// The end of Python. It then ends every other thread that asks for its lock, by an unwinding of
/// the stack that C++ does not survive; and what the library keeps is destroyed. So work is stopped
/// first, and threads that wait for it rest until the process ends.
class PythonEnd {
 public:
  /// Has Python call begin() before it ends.
  static void prepare() {
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&begin));
    pthread_atfork(nullptr, nullptr, [] {
      unlocked = 0;  // a child has none of the threads, but what they held
      nanobind::set_leak_warnings(false);
    });
  }
  /// Whether another thread than `own` has begun to end it.
  static bool is_elsewhere(std::thread::id own = std::this_thread::get_id()) {
    const std::thread::id ending = ending_thread;
    return ending != std::thread::id() && ending != own;
  }

 private:
  friend class Unlocked;

  static void begin() {
    ending_thread = std::this_thread::get_id();
    const nanobind::object threads = nanobind::module_::import_("threading").attr("active_count")();
    if (nanobind::cast<int>(threads) > 1) nanobind::set_leak_warnings(false);  // they hold things
    const nanobind::gil_scoped_release released;
    stop.request_stop();
    // Not for ever: a function that is told of progress may wait for something else.
    for (int tries = 0; unlocked > 0 && tries < 3000; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  static inline std::atomic<std::thread::id> ending_thread{};
  static inline std::atomic<int> unlocked{0};  // threads that will ask for the lock again
  static inline std::stop_source stop;
};

/// While it lives, Python's lock is free for other threads. The end of Python waits until it has
/// the lock back, and asks `work` to stop; if the end has begun elsewhere, it rests for ever.
class Unlocked {
 public:
  explicit Unlocked(std::stop_source* work = nullptr) {
    ++PythonEnd::unlocked;  // with the lock held: the end has begun already, or sees this
    if (work != nullptr)
      stopping_.emplace(PythonEnd::stop.get_token(), Stop{work, std::this_thread::get_id()});
    state_ = PyEval_SaveThread();
    rest_if_python_ends();
  }
  ~Unlocked() {
    rest_if_python_ends();
    PyEval_RestoreThread(state_);
    stopping_.reset();
    --PythonEnd::unlocked;
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  struct Stop {
    std::stop_source* work;
    std::thread::id own;
    // On the thread that ends Python, which may itself ask for work at the end.
    void operator()() const {
      if (PythonEnd::is_elsewhere(own)) work->request_stop();
    }
  };

  static void rest_if_python_ends() {
    if (!PythonEnd::is_elsewhere()) return;
    --PythonEnd::unlocked;
    for (;;)
      std::this_thread::sleep_for(std::chrono::hours(1));
  }

  PyThreadState* state_ = nullptr;
  std::optional<std::stop_callback<Stop>> stopping_;
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
    const Unlocked unlocked(&stop);
    const std::jthread worker(std::move(task));
    while (!raised && result.wait_for(patience) != std::future_status::ready) {
      if (PythonEnd::is_elsewhere()) break;
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
