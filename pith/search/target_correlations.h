// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/stats/source.h"

namespace pith {

/// How much each numeric feature correlates with the target: |cor(x,y)| with a numeric target,
/// for which the source must have the rows, and class_correlation() with classes. 0 for a constant.
std::vector<double> target_correlations(const Source& source, const Context& context);

}  // namespace pith
