// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {
inline namespace linalg {

/// A few vectors over the rows of a table, stored one after the other.
struct Directions {
  std::size_t count = 0;
  std::size_t rows = 0;
  std::vector<double> numbers = {};

  Directions(std::size_t how_many, std::size_t how_long)
      : count(how_many), rows(how_long), numbers(how_many * how_long) {}

  std::span<double> at(std::size_t c) { return std::span(numbers).subspan(c * rows, rows); }
  std::span<const double> at(std::size_t c) const {
    return std::span(numbers).subspan(c * rows, rows);
  }
  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers.data(), count, rows);
  }
};

/// Computes factors (directions x vectors) from products (vectors x directions), for the vectors
/// from `begin` on. Called for blocks of vectors, in parallel.
using MakeFactors = std::function<void(std::size_t begin, const MatrixView<const double>& products,
                                       const MatrixView<double>& factors)>;

/// With a vector v_i in each row of `vectors` and products P_ic = v_i . d_c, the sums
///   out_c = sum[i] F_ci v_i,
/// in one pass over the vectors. The blocks and their order depend on the extents alone. Costs 4
/// flops per number and direction.
Directions sweep(const MatrixView<const double>& vectors, const Directions& directions,
                 const MakeFactors& make, const Context& context);

/// The same with products of the rows of `from`, and sums of those of `to`, which may have another
/// length.
Directions sweep(const MatrixView<const double>& from, const MatrixView<const double>& to,
                 const Directions& directions, const MakeFactors& make, const Context& context);

/// The two halves of a sweep. The products P_ic = v_i . d_c, row after row:
std::vector<double> products(const MatrixView<const double>& vectors, const Directions& directions,
                             const Context& context);
/// The sums out_c = sum[i] F_ic v_i for factors (vectors x directions), row after row.
Directions sums(const MatrixView<const double>& vectors, std::span<const double> factors,
                const Context& context);

/// Orthonormalises the directions in order (Gram-Schmidt). A direction that is linearly dependent
/// on those before it, up to rounding, becomes 0.
void orthonormalize(Directions& directions);

/// The eigenvectors of A = sum[i] v_i v_i' with the largest eigenvalues.
struct LeadingDirections {
  Directions directions;  ///< orthonormal, by descending eigenvalue
  std::vector<double> values;
  double residual = 0;  ///< largest |A d - value d|, relative to the first value
};

/// The `count` leading directions, or fewer if fewer have an eigenvalue above 1e-12 of the first.
/// Runs subspace iteration with Chebyshev polynomials from a fixed start, without forming the
/// matrix. `vectors` must have a nonzero row, and `count` must be at least 1.
LeadingDirections leading_directions(const MatrixView<const double>& vectors, std::size_t count,
                                     const Context& context);

}  // namespace linalg
}  // namespace pith
