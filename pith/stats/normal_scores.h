// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {
inline namespace stats {

/// The table with normal scores in place of its numbers: in each feature, the value of average rank
/// r among n rows becomes the standard normal quantile of (r - 1/2) / n. Ranks are all that is left
/// of a feature, so outliers and monotone transformations have no effect. A row of weight w counts
/// as w rows. Features must be numeric without missing values.
Table with_normal_scores(const Table& table, const Context& context);

}  // namespace stats
}  // namespace pith
