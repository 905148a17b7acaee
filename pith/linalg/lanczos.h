// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/eigensystem.h"
#include "pith/linalg/symmetric_matrix.h"

namespace pith {

/// Lanczos's process: an orthonormal basis V of the space that a symmetric matrix A makes of a
/// start vector, in which A is tridiagonal. Vectors are made orthogonal to all others, twice.
///
///   while (not good enough) { absorb(A times last()); ...; extend(); }
class Lanczos {
 public:
  explicit Lanczos(std::vector<double> start);

  std::span<const double> last() const { return basis_.back(); }
  /// How many products were taken in.
  std::size_t steps() const { return diagonal_.size(); }
  void absorb(std::vector<double> product);
  /// The length of what the product has outside the basis. 0: nothing more can be found.
  double rest() const { return rest_; }
  /// The basis grows by what the last product has outside of it.
  void extend();

  /// The eigensystem of A in the basis. With u the last component of vector k, some eigenvalue of
  /// A is within rest() * |u| of value k.
  Eigensystem ritz() const;
  /// sum[k] coefficients_k v_k.
  std::vector<double> combine(std::span<const double> coefficients) const;

 private:
  std::vector<std::vector<double>> basis_;
  std::vector<double> diagonal_;
  std::vector<double> off_;
  std::vector<double> next_;
  double rest_ = 0;
};

/// How far the eigenvalue of A nearest to the first or last Ritz value may be from it: the smaller
/// of the residual and residual^2 / gap, where the gap to the neighbour is known to be wider.
double ritz_error(const Lanczos& lanczos, const Eigensystem& ritz, bool is_last);

/// An eigenvalue at an end of the spectrum, and its unit vector.
struct EigenPair {
  double value = 0;
  double error = 0;  ///< how far the value may be off
  std::vector<double> vector;
  std::size_t passes = 0;
};

/// The largest eigenvalue of a matrix without negative elements. Its vector has none either.
EigenPair leading_pair(const SymmetricMatrix& matrix, const Context& context);
/// The smallest eigenvalue; to about 1e-12 of the largest, or as far as 1000 passes go.
EigenPair smallest_pair(const SymmetricMatrix& matrix, const Context& context);

}  // namespace pith
