// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/stats/moments.h"

namespace pith {
inline namespace measure {

/// sum[c] p_c |Pearson(x, [y = c])|: how well a feature separates each class from the rest,
/// weighted by the class frequencies p. Between 0 and 1; 0 for a constant.
double class_correlation(const ClassMoments& moments);

}  // namespace measure
}  // namespace pith
