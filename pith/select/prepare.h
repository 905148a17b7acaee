// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/select/request.h"
#include "pith/select/suitability.h"

// Internal: the table as a method needs it. Nothing outside select/ includes this.
namespace pith::select_internal {

/// The sum of the row weights.
double total_weight(const Table& table);

/// A row of weight 0 is the same as no row: it must not affect levels, bins or classes either.
Table without_weightless_rows(const Table& table);

/// Handles missing values and discretises as the method needs it; the notes of the result say what
/// was done. Integers that stand for categories become categorical before missing values are
/// imputed: their mean would be a category that does not exist.
Table prepare(const Table& table, const Configured& configured, const Request& request,
              const Context& context);

}  // namespace pith::select_internal
