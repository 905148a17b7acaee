// SPDX-License-Identifier: Apache-2.0
// What was read and is written is read again as the same table; the first byte says in which
// format.
#include <array>

#include "pith/data/write.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(round_trip) {
  Bytes from(bytes);
  constexpr std::array formats = {Format::csv, Format::tsv, Format::arff};
  const Format format = formats[from.take<std::uint8_t>() % formats.size()];
  const Outcome first = outcome_of(from.rest(), {.format = format});
  if (first.is_error()) return;
  std::string text;
  write_columns({.columns = first.columns}, format, [&](std::string_view piece) { text += piece; });
  const Outcome second = outcome_of(text, {.format = format});
  require(!second.is_error(), "what was written cannot be read", second.error + "\n" + text);
  const std::string other = difference(first.columns, second.columns);
  require(other.empty(), "what was written is read as another table", other + "\n" + text);
}

}  // namespace pith::fuzz
