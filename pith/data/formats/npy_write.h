// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/files/packing.h"
#include "pith/data/table.h"

namespace pith {

/// Writes an array of doubles with a row per row and a column per column, NPY version 1.0. Throws
/// as NumericColumns does.
void write_npy(const Columns& columns, std::size_t targets, const TextSink& sink);

}  // namespace pith
