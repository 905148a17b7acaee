// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "pith/base/error.h"

namespace pith::cli {
namespace {

/// The first signal; 0: none yet. main() reads it after the watcher has ended.
std::atomic<int> first_signal{0};

/// The end of the pipe to which the handler writes the signal; the watcher reads the other end.
std::atomic<int> told{-1};

constexpr unsigned char quit_watching = 0;

/// A handler and not a signal mask, because a signal may reach a thread of a library, whose mask is
/// not ours.
void tell(int number) {
  const int error = errno;
  const auto byte = static_cast<unsigned char>(number);
  if (write(told, &byte, 1) != 1) _exit(128 + number);  // nobody watches
  errno = error;
}

[[noreturn]] void leave_now() {
  constexpr std::string_view message = "\r\x1b[Kpith: interrupted\n";
  constexpr std::size_t erasing = 4;
  const std::string_view text = isatty(STDERR_FILENO) == 1 ? message : message.substr(erasing);
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
  _exit(interrupted_code());
}

/// The next byte of the pipe, and at its end `quit_watching`; none when `patience` (milliseconds;
/// -1: for ever) is over.
std::optional<unsigned char> next_byte(int pipe, int patience) {
  pollfd waited = {.fd = pipe, .events = POLLIN, .revents = 0};
  for (;;) {
    const int ready = poll(&waited, 1, patience);
    if (ready < 0 && errno == EINTR) continue;
    unsigned char byte = quit_watching;
    if (ready <= 0 || read(pipe, &byte, 1) < 0) return std::nullopt;
    return byte;
  }
}

void watch(int pipe, const std::stop_source& source) {
  const auto number = next_byte(pipe, -1);
  if (!number || *number == quit_watching) return;
  first_signal = *number;
  source.request_stop();
  constexpr int patience = 2000;
  if (next_byte(pipe, patience) != quit_watching) leave_now();
}

}  // namespace

Interrupts::Interrupts() {
  if (pipe2(pipe_.data(), O_CLOEXEC) != 0) {
    throw Error(ErrorKind::resources,
                "cannot open a pipe: " + std::generic_category().message(errno));
  }
  told = pipe_[1];
  try {
    watcher_ = std::thread([pipe = pipe_[0], source = source_] { watch(pipe, source); });
  } catch (const std::system_error& error) {
    for (const int end : pipe_)
      close(end);
    throw Error(ErrorKind::resources,
                fmt::format("the system starts no thread: {}; end other programs, or raise the "
                            "limit of threads (ulimit -u) or of memory",
                            std::generic_category().message(error.code().value())));
  }
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], nullptr, &before_[i]);
    // Signals that the parent set to be ignored (as nohup and `&` do) stay ignored.
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = tell;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < signals.size(); ++i)
    sigaction(signals[i], &before_[i], nullptr);
  told = -1;
  close(pipe_[1]);  // the watcher sees the end
  watcher_.join();
  close(pipe_[0]);
}

int interrupted_code() {
  const int number = first_signal;
  return 128 + (number == 0 ? SIGINT : number);
}

}  // namespace pith::cli
