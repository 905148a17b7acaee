// SPDX-License-Identifier: Apache-2.0
#include "cli/standard_descriptors.h"

#include <fcntl.h>
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

}  // namespace pith::cli
