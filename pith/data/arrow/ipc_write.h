// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/files/packing.h"
#include "pith/data/table.h"

namespace pith {

/// Whether a categorical column is written as truth values: its levels are `False` and `True`, and
/// it has values.
bool has_arrow_truths(const Column& column);

/// Writes an Arrow IPC file (Feather version 2): batches of at most 2^18 rows and about 16 MiB,
/// whose buffers are compressed with zstd at level 1 where that makes them smaller.
///
///   numbers       in their own type; doubles by default
///   categories    dictionaries of texts with indices of 32 bits; levels False and True as booleans
///   dates         date32 if all are whole days, else timestamps in microseconds (UTC)
///   missing       null
///
/// Holds one batch at a time, beside the columns themselves.
void write_ipc(const Columns& columns, const TextSink& sink);

}  // namespace pith
