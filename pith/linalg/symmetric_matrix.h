// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {
inline namespace linalg {

/// A symmetric matrix, queried for products with vectors and for single columns, so that it need
/// not exist as a whole: an implementation may compute tiles, use them and discard them, or keep
/// them where memory allows. Either way gives the same bits.
class SymmetricMatrix {
 public:
  SymmetricMatrix() = default;
  SymmetricMatrix(const SymmetricMatrix&) = delete;
  SymmetricMatrix& operator=(const SymmetricMatrix&) = delete;
  virtual ~SymmetricMatrix() = default;

  virtual std::size_t size() const = 0;
  virtual double diagonal(std::size_t i) const = 0;
  /// Row v of `products` is the matrix times row v of `vectors`; both are row-major and
  /// contiguous. One pass over the matrix, whatever the number of vectors; the result for one
  /// vector does not depend on the others.
  virtual void multiply(const MatrixView<const double>& vectors, const MatrixView<double>& products,
                        const Context& context) const = 0;
  /// Writes column `columns[i]` to row i of `out`, which is row-major and contiguous.
  virtual void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
                       const Context& context) const = 0;
};

}  // namespace linalg
}  // namespace pith
