// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace pith {
inline namespace linalg {

// Sums run in sixteen lanes, whatever the width of the vectors, and are merged in a fixed order:
// the bits are the same for every instruction set.

/// sum[i] x_i y_i
double dot(const double* x, const double* y, std::size_t count);

/// sum[i] x_i y_i z_i
double dot(const double* x, const double* y, const double* z, std::size_t count);

struct SlopeAndCurvature {
  double slope = 0;      ///< sum[i] x_i r_i
  double curvature = 0;  ///< sum[i] x_i^2 q_i
};
SlopeAndCurvature slope_and_curvature(const double* x, const double* r, const double* q,
                                      std::size_t count);

/// y_i += factor * x_i
void add_multiple(double factor, const double* x, double* y, std::size_t count);

}  // namespace linalg
}  // namespace pith
