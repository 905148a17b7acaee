// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/base/view.h"

namespace pith {
inline namespace linalg {

/// out = a b; a and out are row-major (column stride 1) with any row stride, b has any strides, and
/// `out` overlaps neither. Every element is summed in the order of the inner index, wherever it
/// lies in the matrix, so part of a product has the same bits as the product of the parts. Takes
/// 2 rows columns inner flops on one thread.
void multiply(const MatrixView<const double>& a, const MatrixView<const double>& b,
              const MatrixView<double>& out);
void multiply(const MatrixView<const float>& a, const MatrixView<const float>& b,
              const MatrixView<float>& out);

/// Vectors that a tile of a symmetric matrix is multiplied with: vector v begins at
/// columns[v * stride] for the columns of the tile and at rows[v * stride] for its rows.
struct TileVectors {
  std::size_t count = 0;
  std::size_t stride = 0;
  const double* columns = nullptr;
  const double* rows = nullptr;
  double* down = nullptr;    ///< += tile * columns, for the rows of the tile
  double* beside = nullptr;  ///< += tile^T * rows, for its columns; null: a tile on the diagonal
};

/// Adds the contributions of a tile, and of its mirror image, to products with vectors. Computes in
/// double for either type; the sums of a row do not depend on the number of vectors.
void add_tile(const MatrixView<const double>& tile, const TileVectors& vectors);
void add_tile(const MatrixView<const float>& tile, const TileVectors& vectors);

/// Sums over poles at distances e_i = (poles_i - origin) - offset from a point.
struct PoleSums {
  double value = 0;      ///< sum weights_i / e_i
  double slope = 0;      ///< sum weights_i / e_i^2
  double magnitude = 0;  ///< sum |weights_i / e_i|, the scale of the rounding error of `value`
};

/// The sums at origin + offset. No weight is negative, and no distance with a positive weight is 0.
PoleSums pole_sums(std::span<const double> poles, std::span<const double> weights, double origin,
                   double offset);

}  // namespace linalg
}  // namespace pith
