// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pith/data/table.h"
#include "pith/search/selection.h"

// Internal: what a user should know about a result. Nothing outside select/ includes this.
namespace pith::select_internal {

/// Notes about the data and the selected features: low weights, constant features, linear
/// combinations, IDs and duplicates of the target. `prepared` is the table that the method saw,
/// `table` the one before preparation.
std::vector<std::string> notes_about(const Table& table, const Table& prepared,
                                     const Selection& selection);

/// The texts, for features with these names (in quotes); none for no feature.
std::optional<std::string> constant_note(const std::vector<std::string>& names);
std::optional<std::string> combination_note(const std::vector<std::string>& names);
std::optional<std::string> unique_note(const std::vector<std::string>& names);
std::optional<std::string> duplicate_note(const std::vector<std::string>& names);

/// With fewer rows, values may be unique, or agree with the target, by chance.
inline constexpr std::size_t min_rows_of_notes = 10;

}  // namespace pith::select_internal
