// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/view.h"
#include "pith/linalg/eigensystem.h"

namespace pith {
inline namespace linalg {

/// All eigenvalues and eigenvectors of a symmetric matrix, of which only the lower triangle is
/// read. O(n^3), single-threaded.
Eigensystem dense_eigensystem(const MatrixView<const double>& matrix);

/// The same for the symmetric tridiagonal matrix with this diagonal and the off-diagonal `off`,
/// which is shorter by one. The matrix has at least one row.
Eigensystem tridiagonal_eigensystem(std::span<const double> diagonal, std::span<const double> off);

}  // namespace linalg
}  // namespace pith
