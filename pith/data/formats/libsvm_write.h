// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/files/packing.h"
#include "pith/data/table.h"

namespace pith {

/// Writes `label index:value ...`, one line per row, with indices from 1 on and without zeros; the
/// first line has the last index in any case, so that the number of columns is read back. The label
/// is the last column if that is the target, else 0. Throws as NumericColumns does.
void write_libsvm(const Columns& columns, bool has_target, const TextSink& sink);

}  // namespace pith
