// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/symmetric_matrix.h"

namespace pith {

/// Nystroem's approximation Q ~ G G' from some rows R of Q, features floor(i size / count) for
/// i = 0, 1, ...: with A = R at these features, A = V w V', G = R' V w^-1/2 over the eigenvalues
/// w > max(0.003 largest, -least). What is smaller is as much error as information where Q is
/// indefinite, and to divide by it makes the error explode.
struct Nystrom {
  std::vector<double> factor;  ///< G, row-major, size x rank
  std::size_t rank = 0;
  std::vector<double> lost;  ///< max(0, Q_ii - (G G')_ii): what low rank loses of the diagonal
  double mean = 0;           ///< of all elements, by the approximation
  double row_mean = 0;       ///< of the elements of R: unbiased
};

/// `share` of the features, rounded up. O(size * count * (rows + rank)). Throws Error(resources)
/// when that is more than memory has room for.
Nystrom nystrom(const SymmetricMatrix& similarity, double share, const Context& context);

}  // namespace pith
