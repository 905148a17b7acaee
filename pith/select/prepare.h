// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "pith/base/context.h"
#include "pith/data/discretize.h"
#include "pith/data/table.h"
#include "pith/select/request.h"
#include "pith/select/suitability.h"

// Internal: the table as a method needs it. Nothing outside select/ includes this.
namespace pith::select_internal {

/// The sum of the row weights.
double total_weight(const Table& table);

/// A row of weight 0 is the same as no row: it must not affect levels, bins or classes either.
Table without_weightless_rows(const Table& table, const Context& context);

/// Boolean features as 0 and 1, where the method takes only numbers.
Table in_numbers(const Table& table, const Configured& configured, const Context& context);

/// What `missing=spread` does.
std::string spread_note(const Configured& configured);
std::string booleans_note(std::size_t features);

/// A table as a method needs it, and what that took.
struct Prepared {
  Table table;                    ///< as the method gets it; its notes say what was done
  Table complete;                 ///< before its numbers were binned
  std::optional<Bins> bins = {};  ///< of the numbers of `complete`
};

/// Handles missing values and discretises as the method needs it. Integers that stand for
/// categories become categorical before missing values are imputed: their mean would be a category
/// that does not exist.
Prepared prepare(const Table& table, const Configured& configured, const Request& request,
                 const Context& context);

}  // namespace pith::select_internal
