// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "pith/base/context.h"
#include "pith/base/text.h"
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

/// Texts as codes; `absent` rows are missing whatever the arrays say. The pieces must be validated.
/// Checks for cancellation while reading.
Column read_texts(std::span<const ArrowPiece> pieces, const ArrowField& field, const Mask& absent,
                  const Context& context);

/// Values of dictionaries as codes; each chunk may have a dictionary of its own. Levels are the
/// texts of the values in use: numbers as number_text() has them, or all their digits where they
/// are integers beyond what a double holds. The pieces and their dictionaries must be validated.
/// The time is linear in the rows and in the values of each dictionary that differs from the
/// previous one.
Column read_dictionary(std::span<const ArrowPiece> pieces, const ArrowField& field,
                       const Mask& absent, const Context& context);

}  // namespace pith
