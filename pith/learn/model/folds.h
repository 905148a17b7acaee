// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// Stratified folds: a fold 0..folds-1 for each row, such that every class is spread over the folds
/// as evenly as possible. All rows of a target that holds numbers are one class: its folds are
/// shuffled only. The result depends on the seed and on which rows share a class, not on
/// the names of the classes.
std::vector<std::uint32_t> stratified_folds(const Column& target, std::size_t folds,
                                            std::uint64_t seed);

}  // namespace pith
