// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(ipc) {
  (void)table_of(bytes, {.format = Format::arrow});
}

}  // namespace pith::fuzz
