// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "pith/data/files/packing.h"
#include "pith/data/table.h"

namespace pith {

/// How files that write_parquet() wrote name their writer, before the version.
inline constexpr std::string_view parquet_writer = "pith version ";

/// Whether a categorical column is written as truth values: its levels are `False` and `True`.
bool has_parquet_truths(const Column& column);

/// Writes a Parquet file: row groups of at most 2^20 rows, pages of at most 2^17 rows (version 1),
/// compressed with zstd at level 1.
///
///   numbers       in their own type; doubles by default
///   categories    texts (STRING) with a dictionary; levels False and True as BOOLEAN
///   dates         DATE if all are whole days, else TIMESTAMP in microseconds (UTC)
///   missing       null, in columns that are optional only if they have any
///
/// Holds one page and the dictionary of one column at a time, beside the columns themselves.
void write_parquet(const Columns& columns, const TextSink& sink);

}  // namespace pith
