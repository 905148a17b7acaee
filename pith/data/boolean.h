// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// What `true` or `false`, in any case, stands for; none for any other word.
std::optional<bool> boolean_of(std::string_view word);

/// A column of truth values, each 0 or 1: a category with the levels `False` and `True`. Without
/// any value it is a numeric column of missing values. Values under the mask are arbitrary.
Column boolean_column(std::vector<std::uint8_t> truths, Mask missing = {});

/// Whether a column is categorical and its levels are true and false, in any case.
bool is_boolean(const Column& column);
/// The same for the levels of a categorical column.
bool are_boolean_levels(std::span<const std::string> levels);

/// A boolean column as numbers: 0 for false, 1 for true. The mask is kept.
Column boolean_numbers(const Column& column);

}  // namespace pith
