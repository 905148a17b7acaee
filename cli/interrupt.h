// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>
#include <stop_token>
#include <thread>

namespace pith::cli {

/// While it exists, SIGINT, SIGTERM and SIGHUP request a stop. A second signal, or work that does
/// not stop within two seconds (a read that waits for input), ends the program at once.
class Interrupts {
 public:
  /// Throws Error(resources) if the process has no file descriptor or thread left. At most one may
  /// exist.
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  std::stop_token stop() const { return source_.get_token(); }

 private:
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

  std::stop_source source_;
  std::array<int, 2> pipe_{-1, -1};
  std::array<struct sigaction, signals.size()> before_{};
  std::thread watcher_;
};

/// The exit code after an interruption: 128 plus the number of the signal: 130, 143 or 129.
int interrupted_code();

}  // namespace pith::cli
