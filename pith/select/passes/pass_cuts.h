// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/discretize.h"
#include "pith/data/mean.h"
#include "pith/stats/encoded/encoding.h"
#include "pith/stats/passes/exact_sum.h"
#include "pith/stats/passes/pass.h"

// Internal: means and cuts of numeric columns that are read by passes.
namespace pith::select_internal {

/// Mean and deviations of integers on a grid, as numbers; the divisors are those of mean_of().
Mean mean_of(const Grid& grid, const GridMoments& moments);

/// So many equal integers.
GridMoments repeated(std::int64_t value, std::uint64_t count);

/// A numeric column whose missing values are left out, or filled with a number.
struct NumericColumn {
  std::size_t field = 0;  ///< in the schema
  std::string name = {};
  double min = 0;  ///< of all values
  double max = 0;
  std::uint64_t values = 0;         ///< fills included
  std::optional<double> fill = {};  ///< what a missing value becomes

  FeatureEncoding encoding() const { return {.field = field, .name = name, .fill_number = fill}; }
};

/// Which rows count.
struct RowChoice {
  TargetEncoding target = {};              ///< for cuts by the classes
  std::vector<std::size_t> required = {};  ///< fields that must have a value, the target's too
};

/// Of each column, fills included.
std::vector<Mean> means_of(Runner& runner, std::span<const NumericColumn> columns,
                           const RowChoice& rows, const Context& context);

/// The cuts of each column by a rule, as cut_points() finds them in memory.
std::vector<std::vector<double>> cuts_of(Runner& runner, std::span<const NumericColumn> columns,
                                         const Bins& bins, const RowChoice& rows,
                                         const Context& context);

/// How many distinct values of each of so many columns, with counts of so many classes, fit into a
/// quarter of the memory that is left.
std::size_t max_distinct_within(std::size_t columns, std::size_t classes, const Context& context);

}  // namespace pith::select_internal
