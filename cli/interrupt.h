// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <thread>

namespace pith::cli {

/// Turns SIGINT and SIGTERM into a request to stop while it lives. A second signal, or work that
/// does not stop within two seconds (a read that waits for input), ends the program at once.
class Interrupts {
 public:
  /// Made before any other thread, so that all of them leave the signals to this one.
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  std::stop_token stop() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::thread watcher_;
};

/// The code to exit with after an interruption: 128 plus the number of the signal, 130 or 143.
int interrupted_code();

}  // namespace pith::cli
