// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/eigensystem.h"
#include "pith/linalg/symmetric_matrix.h"

namespace pith {
inline namespace linalg {

/// The Lanczos process: an orthonormal basis V of the Krylov space of a symmetric matrix A and a
/// start vector, in which A is tridiagonal. Every vector is orthogonalised against all others,
/// twice.
///
///   while (not converged) { absorb(A times last()); ...; extend(); }
class Lanczos {
 public:
  explicit Lanczos(std::vector<double> start);

  std::span<const double> last() const { return basis_.back(); }
  /// The number of products absorbed so far.
  std::size_t steps() const { return diagonal_.size(); }
  void absorb(std::vector<double> product);
  /// The length of the last product's component outside the basis; 0 if the space is exhausted.
  double rest() const { return rest_; }
  /// Appends the last product's component outside the basis, normalised, to the basis.
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

/// A bound on the distance between the first or last Ritz value and the nearest eigenvalue of A:
/// residual^2 / gap if the gap to the neighbouring value is known to be wider than the residual,
/// otherwise the residual.
double ritz_error(const Lanczos& lanczos, const Eigensystem& ritz, bool is_last);

/// An eigenvalue at an end of the spectrum, and its unit vector.
struct EigenPair {
  double value = 0;
  double error = 0;  ///< bound on the error of the value
  std::vector<double> vector;
  std::size_t passes = 0;
};

/// The largest eigenvalue of a matrix without negative elements. Its vector has none, either.
EigenPair leading_pair(const SymmetricMatrix& matrix, const Context& context);
/// The product of a symmetric matrix with a vector.
using Product = std::function<std::vector<double>(std::span<const double>)>;

/// The largest eigenvalue that the start vector has a component of, and the part of the start
/// vector in its space, as a unit vector. Iterates until |A v - value v| is at most `tolerance`
/// times the largest absolute eigenvalue, or for 200 products; `error` is that residual. Keeps 24
/// vectors.
EigenPair leading_pair(const Product& product, std::vector<double> start, double tolerance);

/// The smallest eigenvalue, accurate to about 1e-12 of the largest unless 1000 passes do not
/// suffice.
EigenPair smallest_pair(const SymmetricMatrix& matrix, const Context& context);

}  // namespace linalg
}  // namespace pith
