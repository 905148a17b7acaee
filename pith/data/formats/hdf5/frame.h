// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/formats/hdf5/node.h"

namespace pith {

/// A column of one dimension: numbers, truths or texts.
struct Hdf5Column {
  Column column;
  bool is_text = false;
};

/// How a column of a data frame of AnnData is stored: `int64`, `category`, `nullable-integer`.
/// Empty: it cannot be read.
std::string column_word(const Hdf5Node& frame, const std::string& name);

/// Reads a dataset of one dimension.
Hdf5Column read_vector(const Hdf5Node& dataset, const Context& context);

/// Reads a column of a data frame of AnnData, which column_word() knows: also categories, and
/// values with a mask.
Hdf5Column read_frame_column(const Hdf5Node& frame, const std::string& name,
                             const Context& context);

/// The names of the columns of a data frame, without its index.
std::vector<std::string> frame_columns(const Hdf5Node& frame);

/// The texts of the index of a data frame.
std::vector<std::string> frame_index(const Hdf5Node& frame, const Context& context);

}  // namespace pith
