// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/data/column.h"
#include "pith/linalg/symmetric_matrix.h"
#include "pith/stats/class_panel.h"
#include "pith/stats/correction.h"

namespace pith {
inline namespace stats {

/// A measure of the similarity of two features.
enum class SimilarityKind {
  values,       ///< absolute Pearson correlation of numeric features
  ranks,        ///< absolute Spearman correlation of numeric features, with average ranks
  information,  ///< I(a;b) of categorical features, in nats; H(a) on the diagonal
  /// (I(a;y|b) + I(b;y|a)) / 2 = I(a,b;y) - (I(a;y) + I(b;y)) / 2 of categorical features, in nats;
  /// I(a;y) on the diagonal
  complements,
};

/// The requested matrix, and how it will be used.
struct SimilarityRequest {
  SimilarityKind kind = SimilarityKind::values;
  std::span<const Feature> features;   ///< row and column i belong to features[i]
  Storage storage = Storage::float64;  ///< of the numbers, their products and the kept matrix
  /// Of information, which is then 0 where it is less than expected; on the diagonal, too.
  Correction correction = Correction::none;
  bool is_kept = false;  ///< store the matrix if memory allows, for many products
};

}  // namespace stats
}  // namespace pith
