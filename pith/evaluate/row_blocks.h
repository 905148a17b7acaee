// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/data/table.h"

// Internal: folds of groups of rows and blocks of time, for make_splits(), and strata of rows with
// several targets.
namespace pith::evaluate_internal {

/// A fold 0..folds-1 for each row such that the rows of a group share their fold; `group_of` has
/// the group of each row. The largest groups are placed first, each into the fold where the shares
/// of its classes and of all rows grow least unequal; the order of groups of equal size is random.
/// No fold is empty if there are enough groups. The result depends on the seed and on which rows
/// share a class or a group, not on the numbers of these. O(groups * (folds + classes in a group)).
std::vector<std::uint32_t> group_folds(const Column& target,
                                       std::span<const std::uint32_t> group_of, std::size_t folds,
                                       std::uint64_t seed);

/// A block 0..blocks-1 for each row, in order of time, with nearly equal numbers of rows. Rows of
/// the same time share their block. There must be at least as many distinct times as blocks.
std::vector<std::uint32_t> time_blocks(std::span<const double> times, std::size_t blocks);

/// The number of distinct values.
std::size_t distinct_groups(std::span<const std::uint32_t> group_of);
std::size_t distinct_times(std::span<const double> times);

/// The column by which the rows of a table are stratified when they are split or resampled: the
/// target, where there is one. Of several targets, the combinations of their classes; combinations
/// of fewer than ten rows are one stratum together. Where that leaves a single stratum, and where
/// all targets hold numbers, the numbers of the rows: rows with numbers are all treated alike. The
/// table has a target.
Column strata_of(const Table& table);

/// Only these rows. Of several targets, those that are constant among these rows are left out, as
/// rare labels may be, unless all are.
Table take_rows(const Table& table, std::span<const std::size_t> rows);

}  // namespace pith::evaluate_internal
