// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(mat) {
  // Version 7.3 is HDF5, whose library reads it.
  constexpr std::size_t version = 125;
  if (bytes.size() > version && (bytes[version] == 2 || bytes[version - 1] == 2)) return;
  (void)table_of(bytes, {.format = Format::mat});
}

}  // namespace pith::fuzz
