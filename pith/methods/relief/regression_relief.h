// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/methods/relief/relief.h"

namespace pith {
inline namespace families {

/// The RReliefF score of every feature for a numeric target (Robnik-Sikonja and Kononenko 2003).
/// Over the rows r and their nearest rows s, whose weights w add up to 1 for each row, with diff_y
/// = |y_r - y_s| / (max y - min y) and m rows r:
///   sum w diff_y diff / sum w diff_y - sum w (1 - diff_y) diff / (m - sum w diff_y),
/// with diff as in geometry/differences.h. A term whose denominator is 0 is 0. From -1 to 1. O(n^2
/// d). Each compared row is a unit of work; options.weights must be empty.
std::vector<double> regression_relief(const Table& table, const ReliefOptions& options, Work& work,
                                      const Context& context);

}  // namespace families
}  // namespace pith
