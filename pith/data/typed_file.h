// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/context.h"
#include "pith/data/read.h"
#include "pith/data/typed_columns.h"

namespace pith {

/// Reads a file of a format whose columns have types, without looking into its texts.
TypedColumns read_typed_file(const std::string& path, Format format, const ReadOptions& options,
                             const Context& context);

/// What a file says about itself, without its values. Throws Error(bad_argument) for formats that
/// do not say anything.
FileSchema read_schema(const std::string& path, const ReadOptions& options, const Context& context);

}  // namespace pith
