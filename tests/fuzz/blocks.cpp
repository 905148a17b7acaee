// SPDX-License-Identifier: Apache-2.0
// Delimited text gives the same table in blocks of any size and on any number of threads.
#include "pith/data/csv/pass.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

Outcome in_blocks(std::string_view bytes, unsigned threads, std::size_t block_size) {
  const std::string path = memory_file(bytes);
  return outcome_of([&] {
    Input input = Input::open(path);
    const Roles roles;
    const Context context = fuzz::context(threads);
    return read_csv_in_blocks(input, {}, {roles, context}, block_size);
  });
}

}  // namespace

PITH_FUZZ_TARGET(blocks) {
  Bytes from(bytes);
  const std::size_t size = 1 + from.below(100);
  const Outcome whole = in_blocks(from.rest(), 1, csv_block_size);
  require_same(whole, in_blocks(from.rest(), 1, size), "other blocks give another table");
  // Threads are slow to start, so not each input is read by several.
  if (size % 8 == 0)
    require_same(whole, in_blocks(from.rest(), 3, size), "other threads give another table");
}

}  // namespace pith::fuzz
