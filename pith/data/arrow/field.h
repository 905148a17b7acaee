// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pith/data/arrow/piece.h"
#include "pith/data/column.h"

namespace pith {

/// The name of a column of an Arrow table, and how its values are stored.
struct ArrowField {
  std::string name = {};
  ArrowType type = {};  ///< of the indices if there is a dictionary
  bool has_dictionary = false;
  ArrowType dictionary = {};  ///< of its values
  std::size_t first_row = 0;  ///< of what is read, in the table; for messages
};

/// What ends the message about a type that cannot be read, unless the caller knows better.
inline constexpr std::string_view type_remedy =
    "cast it to a numeric or categorical type, or drop it";

/// `format` is that of the values, or of the indices into a dictionary with values of the format
/// `values` (see arrow_type). Throws Error(bad_data) for types that cannot be read.
ArrowField make_arrow_field(std::string name, std::string_view format,
                            std::optional<std::string_view> values = {},
                            std::string_view remedy = type_remedy);

/// Throws Error(bad_data): a column holds what cannot be read.
[[noreturn]] void reject_type(const std::string& name, const std::string& what,
                              std::string_view remedy);

/// A column that is built of pieces, which are added in the order of their rows. What is kept of
/// them is copied.
class ArrowColumn {
 public:
  ArrowColumn() = default;
  ArrowColumn(const ArrowColumn&) = delete;
  ArrowColumn& operator=(const ArrowColumn&) = delete;
  virtual ~ArrowColumn() = default;

  /// The piece, and its dictionary, must be validated. Its type may differ from that of the column
  /// in how the same values are stored.
  virtual void add(const ArrowPiece& piece, const ArrowField& field) = 0;
  /// To be called before the arrays of the pieces so far are released, if more pieces follow.
  virtual void forget_arrays() {}
  /// After all rows.
  virtual Column finish() = 0;
};

}  // namespace pith
