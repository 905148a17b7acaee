// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(libsvm) {
  // A few letters make a table of as many columns as the limit allows, each of which takes time.
  Context context = fuzz::context();
  context.memory = std::uint64_t{1} << 20U;
  const Outcome outcome = outcome_of(bytes, {.format = Format::libsvm}, context);
  if (!outcome.is_error()) assign(outcome.columns, {.drop_rows_without_target = true});
}

}  // namespace pith::fuzz
