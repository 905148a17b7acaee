// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/data/column.h"

namespace pith {

/// What the published supervised Inf-FS calls the normalized mutual information of numbers and
/// classes: 2 sum[c,b] p_cb ln(p_cb / (p_b p_c)) / (H(p_b) + H(p_c)) over equal-width bins, 20 of
/// them where there are more than 200 rows and else a tenth of the rows but at least 10. As
/// published, p_b counts in bins closed on the right and p_cb in bins closed on the left, and what
/// is empty counts as 1e-5 (a share for p_b, a row for p_cb). At least two different numbers.
double histogram_information(std::span<const double> numbers, const Column& target);

}  // namespace pith
