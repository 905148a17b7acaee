// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/data/column.h"
#include "pith/linalg/symmetric_matrix.h"
#include "pith/stats/class_panel.h"

namespace pith {

/// How alike two features are.
enum class SimilarityKind {
  values,       ///< |Pearson's correlation| of numbers
  ranks,        ///< |Spearman's correlation| of numbers: Pearson's of average ranks
  information,  ///< I(a;b) of codes, nats; H(a) on the diagonal
  /// (I(a;y|b) + I(b;y|a)) / 2 = I(a,b;y) - (I(a;y) + I(b;y)) / 2 of codes, nats; I(a;y) on the
  /// diagonal
  complements,
};

/// Which matrix is wanted, and for what.
struct SimilarityRequest {
  SimilarityKind kind = SimilarityKind::values;
  std::span<const Feature> features;   ///< row and column i belong to features[i]
  Storage storage = Storage::float64;  ///< of numbers, their products and what is kept of them
  bool is_kept = false;  ///< for many products: the matrix is stored if memory allows it
};

}  // namespace pith
