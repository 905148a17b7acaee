// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "pith/base/context.h"
#include "pith/base/text.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/column.h"

namespace pith {

/// What a column of an Arrow table is called, and how its values are stored.
struct ArrowField {
  std::string name = {};
  ArrowType type = {};  ///< of the index where there is a dictionary
  bool has_dictionary = false;
  ArrowType dictionary = {};  ///< of its values
};

/// Texts as codes; `absent` rows are missing whatever the arrays say. The pieces were checked.
/// Looks for cancellation among the rows.
Column read_texts(std::span<const ArrowPiece> pieces, const ArrowField& field, const Mask& absent,
                  const Context& context);

/// Values of dictionaries as codes; each chunk may have a dictionary of its own. Levels are the
/// texts of the values in use: numbers as number_text() has them, or all their digits where they
/// are integers beyond what a double holds. The pieces and their dictionaries were checked. Takes
/// time by the rows and by the values of each dictionary that differs from the one before.
Column read_dictionary(std::span<const ArrowPiece> pieces, const ArrowField& field,
                       const Mask& absent);

}  // namespace pith
