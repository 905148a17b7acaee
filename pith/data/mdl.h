// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pith {

/// A value, its class and its weight.
struct ClassedValue {
  double value = 0;
  std::uint32_t target = 0;
  double weight = 1;
};

/// Cuts by recursive entropy splits (U. M. Fayyad and K. B. Irani, "Multi-interval discretization
/// of continuous-valued attributes for classification learning", 1993), as WEKA does it.
///
/// An interval of n rows with k classes and entropy H is split at the midpoint between two
/// neighbouring values with the lowest conditional entropy (ties go to the first), if
///   gain > (log c + log(3^k - 2) - (k H - k1 H1 - k2 H2)) / n
/// where c is the number of midpoints (better encoding) or n - 1 (plain). `rows` come in any order
/// with positive weights. O(n log n) and, for each level of splits, O(n x classes).
std::vector<double> mdl_cuts(std::vector<ClassedValue> rows, bool has_better_encoding);

/// A cut c with a <= c < b, so that a lies at or below and b above it: the midpoint unless it
/// rounds up to b.
double cut_between(double a, double b);

}  // namespace pith
