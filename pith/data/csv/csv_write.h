// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/packing.h"
#include "pith/data/table.h"

namespace pith {

/// Writes text that read_csv() reads back to the same values: numbers round-trip, missing values
/// are empty, dates are ISO 8601.
void write_csv(const Columns& columns, char delimiter, const TextSink& sink);

}  // namespace pith
