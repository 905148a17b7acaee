// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pith/select/passes/pass_table.h"
#include "pith/stats/encoded/encoding.h"

// Internal: the classes of a target that is read by passes.
namespace pith::select_internal {

struct Classes {
  TargetEncoding encoding = {};
  std::vector<std::uint64_t> rows = {};  ///< of each class
  std::vector<std::string> shown = {};   ///< the names in the order of the table, for the result
  std::vector<std::string> notes = {};   ///< as assign_roles() makes them
};

/// The classes of the target, or none: by value where all names are finite numbers, else by the
/// bytes of the names, so that the order is that of the same table in memory. Throws as
/// assign_roles() does.
Classes classes_of(Runner& runner, const PassTable& table, const TableSummary& summary,
                   const Context& context);

/// The classes that are left where rows with missing values are dropped. Throws Error(bad_data) if
/// fewer than two are left.
Classes classes_left(Runner& runner, const PassTable& table, const Classes& all,
                     const TableSummary& complete, const Context& context);

}  // namespace pith::select_internal
