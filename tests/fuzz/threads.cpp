// SPDX-License-Identifier: Apache-2.0
// Every reader gives the same table on one thread and on three; the first byte says which reader.
#include <array>

#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(threads) {
  Bytes from(bytes);
  constexpr std::array formats = {Format::csv,    Format::tsv, Format::arff,
                                  Format::libsvm, Format::npy, Format::npz};
  const Format format = formats[from.take<std::uint8_t>() % formats.size()];
  const Outcome one = outcome_of(from.rest(), {.format = format});
  require_same(one, outcome_of(from.rest(), {.format = format}, fuzz::context(3)),
               "other threads give another table");
}

}  // namespace pith::fuzz
