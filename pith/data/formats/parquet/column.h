// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/formats/parquet/numbers.h"
#include "pith/data/formats/parquet/page.h"
#include "pith/data/formats/parquet/type.h"
#include "pith/data/input.h"

namespace pith::parquet {

/// A file whose description was read.
struct SourceFile {
  const Input* input = nullptr;
  Metadata metadata = {};
  std::vector<Field> fields = {};
};

/// Throws Error(bad_data) that says what is wrong in which column of which file.
[[noreturn]] void fail(const SourceFile& file, const std::string& column, const Fault& fault);

/// A column that is to be read.
struct ColumnPlan {
  std::string name = {};
  std::size_t field = 0;
  Kind kind = Kind::null;
  NumberType number = NumberType::uint8;  ///< of numbers, dates and nulls
  bool is_category = false;               ///< numbers that become categories
  std::size_t rows = 0;
  NumberRoom room = {};  ///< for them
  /// Only these row groups of each file.
  std::size_t first_group = 0;
  std::size_t last_group = std::numeric_limits<std::size_t>::max();  ///< not included
};

/// Reads a column of all files, one row group after the other. Throws Error.
Column read_column(std::span<const SourceFile> files, ColumnPlan plan, Workspace& workspace,
                   const Context& context);

}  // namespace pith::parquet
