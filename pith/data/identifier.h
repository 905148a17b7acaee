// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// Whether a column tells rows apart instead of describing them: text with at least 95 % distinct
/// values; integers that are running numbers (a permutation of evenly spaced values, or such values
/// in their order, of which at most 5 % are absent); or integers without a repeated value under a
/// name such as `id`, `patient_id`, `index` or none (empty). Missing values do not count. With
/// fewer than 10 values, with dates, with columns that were declared numeric, and with numbers that
/// were declared categorical: false.
bool is_identifier(const Column& column, std::string_view name);

/// Which of the columns are identifiers. Names that unique_names() made count as none where other
/// columns have a name; `other_names` are those of columns that are not asked about. If running
/// numbers are more than half of the columns, and at least five, they are ranks rather than
/// identifiers. Reads a few rows of most columns, whose memory order it respects.
std::vector<bool> find_identifiers(std::span<const Column> columns,
                                   std::span<const std::string> names,
                                   std::span<const std::string> other_names,
                                   const Context& context);

/// Whether at least 95 % of the values, and at least 10, are distinct: of codes or integers.
bool is_nearly_unique(const Column& column);

}  // namespace pith
