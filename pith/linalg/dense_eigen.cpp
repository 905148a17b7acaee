// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/dense_eigen.h"

#define EIGEN_MPL2_ONLY
#include <Eigen/Eigenvalues>
#include <stdexcept>

#include "pith/base/assert.h"

namespace pith {
inline namespace linalg {
namespace {

using Matrix = Eigen::MatrixXd;
using Solver = Eigen::SelfAdjointEigenSolver<Matrix>;

Eigensystem system_of(const Solver& solver) {
  // The QR algorithm converges in a few sweeps for every finite matrix.
  if (solver.info() != Eigen::Success)
    throw std::logic_error("the eigenvalue solver did not converge");
  const auto& values = solver.eigenvalues();
  const auto& vectors = solver.eigenvectors();  // stored contiguously, one after the other
  return {{values.data(), values.data() + values.size()},
          {vectors.data(), vectors.data() + vectors.size()}};
}

}  // namespace

Eigensystem dense_eigensystem(const MatrixView<const double>& matrix) {
  PITH_ASSERT(matrix.extent(0) == matrix.extent(1));
  const auto size = static_cast<Eigen::Index>(matrix.extent(0));
  Matrix copy(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    for (Eigen::Index i = j; i < size; ++i)
      copy(i, j) = matrix(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  }
  return system_of(Solver(copy));
}

Eigensystem tridiagonal_eigensystem(std::span<const double> diagonal, std::span<const double> off) {
  PITH_ASSERT(!diagonal.empty() && off.size() + 1 == diagonal.size());
  Solver solver;
  solver.computeFromTridiagonal(
      Eigen::Map<const Eigen::VectorXd>(diagonal.data(),
                                        static_cast<Eigen::Index>(diagonal.size())),
      Eigen::Map<const Eigen::VectorXd>(off.data(), static_cast<Eigen::Index>(off.size())));
  return system_of(solver);
}

}  // namespace linalg
}  // namespace pith
