// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

#include "pith/base/error.h"

namespace pith::python {

/// Lets the thread that does the work of run_interruptibly() call Python on the thread that called
/// pith. Only there do the active session of Spark and its local properties hold, and only there
/// does Ctrl-C raise an exception.
class CallerThread {
 public:
  /// On the working thread: has `call` made on the caller's thread and waits for it. Rethrows what
  /// it threw; where that was an exception of Python, or no more calls are made, throws
  /// Error(cancelled): run_interruptibly() raises the exception.
  void run(const std::function<void()>& call) {
    std::unique_lock lock(mutex_);
    if (!is_closed_) {
      call_ = &call;
      changed_.wait(lock, [&] { return call_ == nullptr || is_closed_; });
    }
    call_ = nullptr;
    if (is_closed_) throw Error(ErrorKind::cancelled, "cancelled");
    if (const std::exception_ptr thrown = std::exchange(thrown_, nullptr))
      std::rethrow_exception(thrown);
  }

  /// On the caller's thread: whether a call is waiting.
  bool is_waiting() {
    const std::lock_guard lock(mutex_);
    return call_ != nullptr;
  }

  /// On the caller's thread, with the GIL held: makes the call that is waiting, if any. Throws
  /// nanobind::python_error if Python raised.
  void serve() {
    const std::function<void()>* call = nullptr;
    {
      const std::lock_guard lock(mutex_);
      call = call_;
    }
    if (call == nullptr) return;
    std::exception_ptr thrown;
    try {
      (*call)();
    } catch (const nanobind::python_error&) {
      close();
      throw;
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    thrown_ = thrown;
    call_ = nullptr;
    changed_.notify_all();
  }

  /// On the caller's thread: no more calls are made.
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* call_ = nullptr;  // the one that is waiting; not owned
  std::exception_ptr thrown_;
  bool is_closed_ = false;
};

}  // namespace pith::python
