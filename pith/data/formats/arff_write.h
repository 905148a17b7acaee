// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/files/packing.h"
#include "pith/data/table.h"

namespace pith {

/// Writes dense ARFF that read_arff() reads back to the same values and levels: names and levels
/// are quoted where they must be, `?` is missing.
void write_arff(const Columns& columns, const TextSink& sink);

}  // namespace pith
