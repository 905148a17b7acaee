// SPDX-License-Identifier: Apache-2.0
#pragma once

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
};

/// `format` is that of the values, or of the indices into a dictionary with values of the format
/// `values` (see arrow_type). Throws Error(bad_data) for types that cannot be read.
ArrowField make_arrow_field(std::string name, std::string_view format,
                            std::optional<std::string_view> values = {});

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
  /// After all rows.
  virtual Column finish() = 0;
};

}  // namespace pith
