// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "pith/base/context.h"
#include "pith/data/formats/parquet/type.h"

namespace pith::parquet {

/// Parquet has no type for some columns of Arrow tables: durations are stored as integers,
/// categories as their values. Arrow programs add their own schema to the file, in base64, and this
/// makes such columns what they were. A schema that is damaged, or one of other columns, changes
/// nothing. Throws Error(resources) where it needs more memory than the limit allows.
void apply_arrow_schema(std::string_view encoded, std::span<Field> fields, const Context& context);

}  // namespace pith::parquet
