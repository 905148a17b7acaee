// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "pith/data/csv/csv.h"
#include "pith/data/input.h"
#include "pith/data/read.h"

namespace pith {

/// The options of a file of delimited text.
CsvOptions csv_options(const ReadOptions& options, Format format);

/// Decodes UTF-16. Throws Error(bad_data) where a file that should be text is a Parquet or an Arrow
/// file.
void prepare_text(Input& input, const ReadOptions& options);

/// Whether this names an NPY file, which may hold the target of a table.
bool is_npy_file(const std::string& text);

/// Throws Error(bad_data) unless the array that is the target has one value per row.
struct TargetShape {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};
struct TargetTable {
  const std::string& source;
  std::uint64_t rows = 0;
};
void check_target_shape(const std::string& path, const TargetShape& shape,
                        const TargetTable& table);

}  // namespace pith
