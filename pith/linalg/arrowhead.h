// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace linalg {

/// The symmetric matrix [[diag(diagonal), border], [border^T, corner]].
struct ArrowMatrix {
  std::span<const double> diagonal;  ///< ascending
  std::span<const double> border;    ///< as long as the diagonal
  double corner = 0;
};

/// The eigensystem of an arrow matrix, factored so that products with it are cheap: rotations of
/// pairs of axes, then axes that are eigenvectors themselves, then a dense block over the remaining
/// axes and the corner. The values of the single axes and of the block are all eigenvalues.
struct ArrowEigensystem {
  /// Replaces axes (first, second) by (cosine first - sine second, sine first + cosine second).
  struct Rotation {
    std::size_t first = 0;
    std::size_t second = 0;
    double cosine = 1;
    double sine = 0;
  };
  /// An axis that is an eigenvector once the rotations are applied.
  struct Single {
    std::size_t axis = 0;
    double value = 0;
  };

  std::vector<Rotation> rotations;  ///< in the order of application
  std::vector<Single> singles;
  std::vector<std::size_t> axes;  ///< of the block, without the corner
  std::vector<double> values;     ///< of the block, ascending; there is one more than axes
  /// Row k is the unit eigenvector of values[k]: its components on `axes`, then on the corner.
  std::vector<double> vectors;
};

/// Solves by Gu and Eisenstat's method: nearly decoupled axes are split off (deflation), the other
/// eigenvalues are the roots of the secular function, and the vectors belong to a nearby border for
/// which these roots are exact. They are therefore orthogonal to working precision however close
/// the eigenvalues are. Errors are a few epsilon times the norm of the matrix. O(n^2). All elements
/// must be finite.
ArrowEigensystem solve(const ArrowMatrix& matrix);

}  // namespace linalg
}  // namespace pith
