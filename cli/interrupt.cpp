// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <string_view>

namespace pith::cli {
namespace {

/// Which signal came; 0: none yet. Outlives the watcher, for main() asks after everything ended.
std::atomic<int> first_signal{0};

constexpr int quit_watching = SIGUSR1;

[[noreturn]] void leave_now() {
  constexpr std::string_view message = "\r\x1b[Kpith: interrupted\n";
  constexpr std::size_t erasing = 4;
  const std::string_view text = isatty(STDERR_FILENO) == 1 ? message : message.substr(erasing);
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
  _exit(interrupted_code());
}

/// SIGINT and SIGTERM, without what the parent chose to ignore for us (as nohup and `&` do).
sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, quit_watching);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction action = {};
    const bool is_ignored =
        sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!is_ignored) sigaddset(&set, number);
  }
  return set;
}

void watch(const sigset_t& set, const std::stop_source& source) {
  int number = 0;
  if (sigwait(&set, &number) != 0 || number == quit_watching) return;
  first_signal = number;
  source.request_stop();
  const timespec patience = {.tv_sec = 2, .tv_nsec = 0};
  if (sigtimedwait(&set, nullptr, &patience) != quit_watching) leave_now();
}

}  // namespace

Interrupts::Interrupts() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  watcher_ = std::thread([set, source = source_] { watch(set, source); });
}

Interrupts::~Interrupts() {
  pthread_kill(watcher_.native_handle(), quit_watching);
  watcher_.join();
}

int interrupted_code() {
  const int number = first_signal;
  return 128 + (number == 0 ? SIGINT : number);
}

}  // namespace pith::cli
