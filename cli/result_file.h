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

/// Reads the whole result, which must fit in memory as a tree of values. `-` is standard input.
ResultFile read_result(const std::string& path, const Context& context);

}  // namespace pith::cli
