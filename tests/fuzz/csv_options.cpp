// SPDX-License-Identifier: Apache-2.0
// Delimited text with any options; the first seven bytes say which.
#include <array>

#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(csv_options) {
  Bytes from(bytes);
  constexpr std::array delimiters = {'\0', ',', ';', '\t', ' ', '|', ':', 'x'};
  constexpr std::array decimals = {'\0', '.', ','};
  const std::vector<std::string> encodings = {"", "utf-8", "latin-1", "windows-1252", "utf-16"};
  ReadOptions options{.format = Format::csv};
  if (from.flag()) options.has_header = from.flag();
  options.delimiter = delimiters[from.below(delimiters.size())];
  options.decimal = decimals[from.below(decimals.size())];
  options.encoding = encodings[from.below(encodings.size())];
  options.has_default_na = from.flag();
  if (from.flag()) options.na = {"-999", from.text(2)};
  Roles roles;
  if (from.flag()) roles.kinds.categorical = {"*"};
  if (from.flag()) roles.kinds.numeric = {"a*"};
  if (from.flag()) roles.target = "0";
  if (from.flag()) roles.target_bins = "width:3";
  const std::size_t kept = from.below(4);
  if (kept > 0) {
    options.choice = [kept](std::span<const std::string> names) {
      std::vector<bool> is_needed(names.size());
      for (std::size_t i = 0; i < names.size(); ++i)
        is_needed[i] = i % kept == 0;
      return is_needed;
    };
  }
  const std::string path = memory_file(from.rest());
  const Outcome read =
      outcome_of([&] { return read_columns(path, roles, options, fuzz::context()); });
  if (!read.is_error()) assign(read.columns, roles);
}

}  // namespace pith::fuzz
