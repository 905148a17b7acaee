// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/view.h"

namespace pith {
inline namespace stats {

/// For each row of a matrix whose rows are contiguous, the first row with the same numbers; itself
/// if there is none before. Infinities and NaN must not occur.
std::vector<std::size_t> first_equal_rows(const MatrixView<const double>& rows);

}  // namespace stats
}  // namespace pith
