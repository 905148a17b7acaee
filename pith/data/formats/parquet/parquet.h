// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/context.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/input.h"
#include "pith/data/roles.h"

namespace pith {

/// Reads Parquet files, all of one table in this order, into columns; only those that are chosen
/// are read.
TypedColumns read_parquet(std::span<const Input> files, const ColumnChoice& choice,
                          const Context& context);

/// What the files say about themselves.
FileSchema parquet_schema(std::span<const Input> files, const Context& context);

}  // namespace pith
