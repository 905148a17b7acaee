// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/symmetric_matrix.h"

namespace pith {
inline namespace linalg {

/// Places in a matrix, ascending: a share of the size, rounded up, at least one. Regular ones are
/// floor(i size / count) for i = 0, 1, ...; uniform ones are drawn without replacement.
std::vector<std::size_t> regular_places(std::size_t size, double share);
std::vector<std::size_t> uniform_places(std::size_t size, double share, std::uint64_t seed);

/// The Nystroem approximation Q ~ G G' from the rows R of Q at some places: with A = R at these
/// places, A = V w V', G = R' V w^-1/2 over the eigenvalues w > max(0.003 largest, -smallest).
/// Where Q is indefinite, smaller eigenvalues are as much error as information, and dividing by
/// them amplifies the error.
struct Nystrom {
  Reservation held = {};       ///< of the factor
  std::vector<double> factor;  ///< G, row-major, size x rank
  std::size_t rank = 0;
  std::size_t sampled = 0;   ///< the number of rows
  std::vector<double> lost;  ///< max(0, Q_ii - (G G')_ii): the diagonal that low rank loses
  double lost_trace = 0;     ///< trace(Q - G G'): at least |Q - G G'|_F if Q is semidefinite
  double mean = 0;           ///< of all elements, according to the approximation
  double row_mean = 0;       ///< of the elements of R: unbiased
};

/// O(size * count * (rows + rank)) for a sample of `count` places. Throws Error(resources) if the
/// sample exceeds the memory limit.
Nystrom nystrom(const SymmetricMatrix& similarity, std::span<const std::size_t> places,
                const Context& context);

/// The bound of Kumar, Mohri and Talwalkar (2009) for a semidefinite Q, r places drawn uniformly,
/// and an approximation of rank k <= r: on average, |Q - G G'|_F exceeds the error of the best
/// approximation of rank k by at most
///   (64 k / r)^1/4 sqrt( size / r * (sum of the r largest Q_ii) * sqrt(size * sum Q_ii^2) ).
double sampling_bound(const SymmetricMatrix& similarity, std::size_t sampled, std::size_t rank);

}  // namespace linalg
}  // namespace pith
