// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/view.h"

namespace pith {

/// out = a b, all row-major (column stride 1) with any row stride; `out` overlaps neither. Every
/// element is summed in the order of the inner index, wherever it lies in the matrix, so a part of
/// a product is the same bits as the product of the parts. 2 rows columns inner flops, one thread.
void multiply(const MatrixView<const double>& a, const MatrixView<const double>& b,
              const MatrixView<double>& out);

/// Sums over poles at distances e_i = (poles_i - origin) - offset from a point.
struct PoleSums {
  double value = 0;      ///< sum weights_i / e_i
  double slope = 0;      ///< sum weights_i / e_i^2
  double magnitude = 0;  ///< sum |weights_i / e_i|, the scale of the rounding error of `value`
};

/// The sums at origin + offset; weights are not negative, and no distance with a weight is zero.
PoleSums pole_sums(std::span<const double> poles, std::span<const double> weights, double origin,
                   double offset);

}  // namespace pith
