// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/files/table_files.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/input.h"
#include "pith/data/read.h"

namespace pith {

/// Reads files of a format whose columns have types, without looking into their texts.
TypedColumns read_typed_files(const TableFiles& files, const ReadOptions& options,
                              const Context& context);

/// Opens the files of a table. Throws as Input::open() does, and Error(bad_data) where one is
/// compressed as a whole.
std::vector<Input> open_typed_files(const TableFiles& files, const Context& context);

/// What the files of a table (data/table_files.h) say about themselves, without their values.
/// Throws Error(bad_argument) for formats that do not say anything.
FileSchema read_schema(const std::string& path, const ReadOptions& options, const Context& context);

}  // namespace pith
