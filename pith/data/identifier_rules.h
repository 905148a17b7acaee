// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Internal: when columns are identifiers, from facts of columns that are in memory or were read by
// passes.
namespace pith {

/// Fewer values may be distinct, or evenly spaced, by chance.
inline constexpr std::size_t min_identifiers = 10;

/// What the values and the name of a column make of it: nothing, running numbers, or an identifier.
enum class IdentifierFinding { none, running, named };

/// Whether at least 95 % of the values, and at least 10, are distinct.
bool are_nearly_unique(std::size_t distinct, std::size_t values);
/// Whether all levels are numbers, which become categories only where somebody declared them so.
bool are_numbers(std::span<const std::string> levels);
/// `id`, `patient_id`, `index` or none.
bool is_identifier_name(std::string_view name);
/// The names with those that unique_names() made as none, where other columns have a name. They
/// refer to `names`.
std::vector<std::string_view> names_that_decide(std::span<const std::string> names,
                                                std::span<const std::string> other_names);
/// If running numbers are more than half of the columns, and at least five, they are ranks rather
/// than identifiers.
std::vector<bool> identifiers_among(std::span<const IdentifierFinding> findings);

}  // namespace pith
