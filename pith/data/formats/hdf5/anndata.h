// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/formats/hdf5/node.h"

namespace pith {

/// The columns of X and of obs of an AnnData file.
FileSchema h5ad_schema(const Hdf5Node& root, const std::string& layer, const Context& context);

}  // namespace pith
