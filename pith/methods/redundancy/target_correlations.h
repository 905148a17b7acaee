// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {
inline namespace families {

/// |Pearson(x, y)| of every numeric feature and the numeric target; 0 for a constant, and exactly 1
/// where it is 1 but for rounding. A row of weight w counts as w rows.
std::vector<double> target_correlations(const Table& table, const Context& context);

/// F of the regression on one feature with this correlation: r^2 (n - 2) / (1 - r^2), infinite for
/// r = 1, and 0 for two rows.
double regression_f(double correlation, double rows);

}  // namespace families
}  // namespace pith
