// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/data/column.h"
#include "pith/stats/class_panel.h"

namespace pith {

/// How alike two features are.
enum class Alike {
  values,       ///< |Pearson's correlation| of numbers
  ranks,        ///< |Spearman's correlation| of numbers: Pearson's of average ranks
  information,  ///< I(a;b) of codes, nats; H(a) on the diagonal
  /// (I(a;y|b) + I(b;y|a)) / 2 = I(a,b;y) - (I(a;y) + I(b;y)) / 2 of codes, nats; I(a;y) on the
  /// diagonal
  complements,
};

/// Which matrix is wanted, and for what.
struct SimilarityRequest {
  Alike alike = Alike::values;
  std::span<const Feature> features;   ///< row and column i belong to features[i]
  Storage storage = Storage::float64;  ///< of numbers, their products and what is kept of them
  bool is_kept = false;  ///< for many products: the matrix is stored if memory allows it
};

/// A symmetric matrix of features by features whose elements are not negative. It is asked for
/// products with vectors and for single columns, so that it need not exist as a whole: tiles of it
/// are made, used and forgotten, or kept where there is room. Either way gives the same bits.
class Similarity {
 public:
  Similarity() = default;
  Similarity(const Similarity&) = delete;
  Similarity& operator=(const Similarity&) = delete;
  virtual ~Similarity() = default;

  virtual std::size_t size() const = 0;
  virtual double diagonal(std::size_t i) const = 0;
  /// Row v of `products` is the matrix times row v of `vectors`; both are row-major and without
  /// gaps. One pass over the matrix, whatever the number of vectors; the result for one vector does
  /// not depend on the others.
  virtual void multiply(const MatrixView<const double>& vectors, const MatrixView<double>& products,
                        const Context& context) const = 0;
  /// Column `columns[i]` in row i of `out`, which is row-major and without gaps.
  virtual void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
                       const Context& context) const = 0;
};

}  // namespace pith
