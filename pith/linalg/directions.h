// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {

/// A few vectors over the rows of a table, one after the other.
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

/// Makes factors (directions x vectors) of products (vectors x directions), for the vectors from
/// `begin` on. Called for blocks of vectors, in parallel.
using MakeFactors = std::function<void(std::size_t begin, const MatrixView<const double>& products,
                                       const MatrixView<double>& factors)>;

/// With a vector v_i in each row of `vectors` and products P_ic = v_i . d_c, the sums
///   out_c = sum[i] F_ci v_i,
/// in one pass over the vectors. Blocks and their order depend on the extents alone. 4 flops for
/// each number and direction.
Directions sweep(const MatrixView<const double>& vectors, const Directions& directions,
                 const MakeFactors& make, const Context& context);

/// Makes the directions orthogonal to each other and of length 1, each with the span of itself and
/// those before it; one that follows from those but for rounding becomes 0.
void orthonormalize(Directions& directions);

/// Eigenvectors of sum[i] v_i v_i' with the largest eigenvalues.
struct LeadingDirections {
  Directions directions;  ///< orthonormal, the largest first
  std::vector<double> values;
  double residual = 0;  ///< largest |A d - value d|, in parts of the first value
};

/// The `count` leading ones, or as many as have a value above 1e-12 of the first: subspace
/// iteration with Chebyshev polynomials and a fixed start. The matrix is not formed. `vectors`
/// has a row that is not 0, and `count` is at least 1.
LeadingDirections leading_directions(const MatrixView<const double>& vectors, std::size_t count,
                                     const Context& context);

}  // namespace pith
