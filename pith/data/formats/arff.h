// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/missing_tokens.h"
#include "pith/data/table.h"

namespace pith {

/// Reads WEKA's ARFF. Attributes `numeric`, `real` and `integer` become numbers; `{a, b, 'c d'}`
/// becomes codes whose levels have the declared order; `string` becomes codes in byte order; `date`
/// becomes days (data/date.h), whose values must be written as in ISO 8601; `relational` is
/// rejected. Keywords in any case, names and values quoted by ' or " with backslash escapes, `%`
/// comments; `?` and the tokens of `missing` are missing values. Rows are dense or sparse (`{1 x, 3
/// y}`, positions from 0 on): a value that a sparse row omits is 0 or the first declared level, as
/// in WEKA; a string cannot be omitted. Row weights (`{5}` after a row) are rejected: make them an
/// attribute and use it as weights. Reads the file twice, to know the number of rows.
Columns read_arff(Input& input, const Context& context,
                  const MissingTokens& missing = MissingTokens({}, false));

}  // namespace pith
