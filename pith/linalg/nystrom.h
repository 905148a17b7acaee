// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/symmetric_matrix.h"

namespace pith {
inline namespace linalg {

/// The Nystroem approximation Q ~ G G' from some rows R of Q, those of the features
/// floor(i size / count) for i = 0, 1, ...: with A = R at these features, A = V w V',
/// G = R' V w^-1/2 over the eigenvalues w > max(0.003 largest, -smallest). Where Q is indefinite,
/// smaller eigenvalues are as much error as information, and dividing by them amplifies the error.
struct Nystrom {
  std::vector<double> factor;  ///< G, row-major, size x rank
  std::size_t rank = 0;
  std::vector<double> lost;  ///< max(0, Q_ii - (G G')_ii): the diagonal that low rank loses
  double mean = 0;           ///< of all elements, according to the approximation
  double row_mean = 0;       ///< of the elements of R: unbiased
};

/// Samples `share` of the features, rounded up. O(size * count * (rows + rank)). Throws
/// Error(resources) if the sample exceeds the memory limit.
Nystrom nystrom(const SymmetricMatrix& similarity, double share, const Context& context);

}  // namespace linalg
}  // namespace pith
