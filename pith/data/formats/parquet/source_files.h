// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/formats/parquet/column.h"
#include "pith/data/input.h"

namespace pith::parquet {

/// Reads the descriptions of the files of one table. Throws Error(bad_data) where they are damaged
/// or do not fit together. The inputs must outlive the result.
std::vector<SourceFile> open_files(std::span<const Input> inputs, const Context& context);

std::uint64_t rows_of(std::span<const SourceFile> files);

/// The type of a column in the first file where it has one.
const ColumnType& type_of(std::span<const SourceFile> files, std::size_t field);

/// The names of the columns, unique, with notes.
std::vector<std::string> names_of(const SourceFile& file, std::vector<std::string>& notes);

}  // namespace pith::parquet
