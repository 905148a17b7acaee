// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/search/selection.h"
#include "pith/search/task.h"

namespace pith {
inline namespace families {

/// What a sparse model says about the features.
struct SparseScores {
  std::span<const double> scores;      ///< 0: not in the model
  std::span<const double> pulls;       ///< how strongly the loss pulls a feature into the model
  std::span<const double> deviations;  ///< 0: a constant
};

/// Features of the model by score, then the others by how near they are to entering it, with score
/// 0, and constants last. Ties as in `winner`, relative to the largest: weights may be in any unit.
/// A note says so if fewer features than asked for are in the model.
Selection rank_sparse(const SparseScores& found, const Task& task);

}  // namespace families
}  // namespace pith
