// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/data/column.h"

namespace pith {
inline namespace families {

/// The normalised mutual information of the published supervised Inf-FS between numbers and
/// classes: 2 sum[c,b] p_cb ln(p_cb / (p_b p_c)) / (H(p_b) + H(p_c)) over equal-width bins: 20 bins
/// for more than 200 rows, otherwise a tenth of the rows, but at least 10. As published, p_b uses
/// bins closed on the right and p_cb bins closed on the left, and empty cells count as 1e-5 (a
/// share for p_b, a row for p_cb). There must be at least two distinct numbers.
double histogram_information(std::span<const double> numbers, const Column& target);

}  // namespace families
}  // namespace pith
