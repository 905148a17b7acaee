// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "pith/base/context.h"

namespace pith::cli {

/// The text of a result, with room for the values that are parsed from it.
struct ResultFile {
  Reservation held;
  std::string name;  ///< for messages
  std::string text;
  std::uint64_t values = 1;  ///< in the text, at most

  /// Room for a copy of the values while the result is checked.
  Reservation reserve_copy(const Context& context) const;
  /// Frees the text, of which a selection keeps the names and levels.
  void free_text();
};

/// Whether the name of a file is that of a result: `.json` or `.json.gz`.
bool has_result_name(const std::string& path);

/// Whether standard input, a file or a pipe, begins like a result that is not compressed. Nothing
/// is taken from it; waits for its first byte.
bool is_result_on_stdin();

/// Reads the whole result, which must fit in memory as a tree of values. `-` is standard input.
ResultFile read_result(const std::string& path, const Context& context);

}  // namespace pith::cli
