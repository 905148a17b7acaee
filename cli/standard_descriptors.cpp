// SPDX-License-Identifier: Apache-2.0
#include "cli/standard_descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace pith::cli {

void occupy_standard_descriptors() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    // The lowest that is free, and open for the other direction.
    const int mode = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) < 0) (void)open("/", O_RDONLY | O_DIRECTORY);
  }
}

void raise_file_limit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &files);  // else fewer files can be read
}

}  // namespace pith::cli
