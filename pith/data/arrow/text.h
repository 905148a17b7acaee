// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "pith/base/context.h"
#include "pith/data/arrow/field.h"
#include "pith/data/column.h"

namespace pith {

/// Texts as codes; `absent` rows are missing whatever the pieces say. Field and context must
/// outlive it. Checks for cancellation while reading.
std::unique_ptr<ArrowColumn> make_text_column(const ArrowField& field, std::size_t rows,
                                              const Mask& absent, const Context& context);

/// Values of dictionaries as codes; each piece may have a dictionary of its own. Levels are the
/// texts of the values in use: numbers as number_text() has them, or all their digits where they
/// are integers beyond what a double holds. The time is linear in the rows and in the values of
/// each dictionary that differs from the previous one.
std::unique_ptr<ArrowColumn> make_dictionary_column(const ArrowField& field, std::size_t rows,
                                                    const Mask& absent, const Context& context);

/// The same for all pieces of a column.
Column read_texts(std::span<const ArrowPiece> pieces, const ArrowField& field, const Mask& absent,
                  const Context& context);
Column read_dictionary(std::span<const ArrowPiece> pieces, const ArrowField& field,
                       const Mask& absent, const Context& context);

}  // namespace pith
