// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/base/reference.h"
#include "pith/base/work.h"
#include "pith/data/table.h"
#include "pith/search/backward.h"
#include "pith/search/task.h"
#include "pith/select/method.h"
#include "pith/stats/centred_columns.h"

namespace pith {
inline namespace families {

struct RfeOptions {
  double cost = 1;
  double step = 1;
  Unit unit = Unit::as_it_is;
  /// Each row's cost is its weight times its factor times the cost; empty: all are 1.
  std::vector<double> row_factors = {};
  /// Gets a unit for every feature that is eliminated; null: the search reports by itself.
  Work* work = nullptr;
};

struct Rfe {
  Elimination elimination;
  std::size_t machines = 0;
  double violation = 0;  ///< the largest of the optimality conditions
  std::vector<std::string> notes = {};
};

/// The memory that it takes.
std::uint64_t rfe_bytes(const Table& table);
/// Throws Error(resources) where recursive_elimination() would, before work that precedes it.
void require_rfe_memory(const Table& table, const Context& context);

/// Recursive elimination by linear support vector machines, one for each pair of classes.
Rfe recursive_elimination(const Table& table, const RfeOptions& options, const Task& task,
                          const Context& context);

/// `cost`, `step` with this default, and `scale`.
std::vector<Parameter> rfe_parameters(double step);
RfeOptions rfe_options(const Params& params);
/// One feature at a time, the time grows with the square of their number.
Traits rfe_traits(Traits traits, const Params& params);
Reference rfe_reference();

}  // namespace families
}  // namespace pith
