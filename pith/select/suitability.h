// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/select/method.h"
#include "pith/select/request.h"

// Internal: whether a table suits a method. Nothing outside select/ includes this.
namespace pith::select_internal {

/// A method with what its parameters and the request make of its traits.
struct Configured {
  const Method& method;
  Params params;
  Traits traits;
};

/// Throws Error(bad_data or bad_argument) where the method cannot take the table as requested.
void check_suitable(const Table& table, const Configured& configured, const Request& request,
                    const Context& context);

/// Throws Error(bad_data) where there are too few rows, or where all features are constant and the
/// method needs variation. To be checked again once rows with missing values are dropped.
void check_size(const Table& table, const Configured& configured);

}  // namespace pith::select_internal
