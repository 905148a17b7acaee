// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/view.h"
#include "pith/linalg/eigensystem.h"

namespace pith {

/// All eigenvalues and eigenvectors of a symmetric matrix, of which the lower half is read. O(n^3),
/// one thread.
Eigensystem dense_eigensystem(const MatrixView<const double>& matrix);

/// Those of the symmetric tridiagonal matrix with this diagonal and, beside it, `off`, which is
/// shorter by one. At least one row.
Eigensystem tridiagonal_eigensystem(std::span<const double> diagonal, std::span<const double> off);

}  // namespace pith
