// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/base/context.h"

namespace pith {
inline namespace linalg {

/// Solves A x = b for a symmetric positive semidefinite matrix by its Cholesky factor, in place:
/// `matrix` (row-major, only the lower triangle is read) becomes the factor, `right` the solution.
/// A variable that depends on earlier ones but for rounding gets 0. O(n^3 / 3). Throws
/// Error(cancelled) when the context is told to stop.
void solve_definite(std::span<double> matrix, std::span<double> right, const Context& context);

}  // namespace linalg
}  // namespace pith
