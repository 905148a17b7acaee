// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {

/// The symmetric matrix [[diag(diagonal), border], [border^T, corner]].
struct ArrowMatrix {
  std::span<const double> diagonal;  ///< ascending
  std::span<const double> border;    ///< as long as the diagonal
  double corner = 0;
};

/// The eigensystem of an arrow matrix, in the parts that make products with it cheap: first some
/// rotations of pairs of axes, then axes that are eigenvectors by themselves, then a dense block
/// over the remaining axes and the corner. Values of both kinds together are all eigenvalues.
struct ArrowEigensystem {
  /// Replaces axes (first, second) by (cosine first - sine second, sine first + cosine second).
  struct Rotation {
    std::size_t first = 0;
    std::size_t second = 0;
    double cosine = 1;
    double sine = 0;
  };
  /// An axis that needs no more than the rotations.
  struct Single {
    std::size_t axis = 0;
    double value = 0;
  };

  std::vector<Rotation> rotations;  ///< in the order of application
  std::vector<Single> singles;
  std::vector<std::size_t> axes;  ///< of the block, without the corner
  std::vector<double> values;     ///< of the block, ascending: one more than axes
  /// Row k is the unit eigenvector of values[k]: its components on `axes`, then on the corner.
  std::vector<double> vectors;
};

/// Solves by Gu and Eisenstat's method: what is nearly decoupled is split off, the other values are
/// the roots of the secular function, and the vectors belong to a nearby border for which these
/// roots are exact; so they are orthogonal to working precision however close the values lie.
/// Errors are a few epsilon times the norm of the matrix. O(n^2). All elements are finite.
ArrowEigensystem solve(const ArrowMatrix& matrix);

}  // namespace pith
