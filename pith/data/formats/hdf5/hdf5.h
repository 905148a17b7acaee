// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/context.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/input.h"

namespace pith {

/// Reads a matrix of an HDF5 file: the dataset `path`, or if that is empty as choose_arrays() says.
TypedColumns read_hdf5(const Input& input, const std::string& path, const Context& context);

/// Reads an AnnData file: the matrix X, or a layer, whose columns are named by `var`, and the
/// columns of `obs`, which are annotations.
TypedColumns read_h5ad(const Input& input, const std::string& layer, const Context& context);

/// What the file says about itself, with the columns of X or of the layer.
FileSchema hdf5_schema(const Input& input, Format format, const std::string& layer,
                       const Context& context);

}  // namespace pith
