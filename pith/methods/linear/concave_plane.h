// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/base/work.h"

namespace pith {
inline namespace families {

struct ConcavePlaneProblem {
  MatrixView<const double> columns;   ///< features x rows, centred, each feature contiguous
  std::span<const double> factors;    ///< w = factor w' for the weight w' of a column
  std::span<const double> signs;      ///< 1 or -1 for each row; both occur
  std::span<const double> rows = {};  ///< their weights; empty: 1 each
  double lambda = 0.05;
  double alpha = 5;
};

/// A plane between two classes with few weights.
struct ConcavePlane {
  /// Units of work of one plane.
  static constexpr std::size_t units = 64;

  std::vector<double> weights;     ///< w, in the units of the features
  std::vector<double> pulls;       ///< |gradient of the loss at w = 0|
  std::vector<double> objectives;  ///< after each linear programme
  double objective = 0;            ///< the least of them, of `weights`
  bool is_optimal = true;          ///< all linear programmes were solved
};

/// Minimises (1 - lambda) (mean[y=1] max(0, 1 - (w x - g)) + mean[y=-1] max(0, 1 + (w x - g))) +
/// lambda sum[j] (1 - exp(-alpha |w_j|)) by successive linear programmes, in which the concave
/// penalty is replaced by its tangent lambda alpha exp(-alpha v_j) |w_j| at the last v = |w|, 0 at
/// first. Ends when the objective falls no more. Of equal features only the first has a weight,
/// since two weights would cost more than their sum.
///
/// Throws Error(resources) if the programme exceeds the memory limit; plane_bytes() of all features
/// is the most that it takes.
ConcavePlane concave_plane(const ConcavePlaneProblem& problem, Work& work, const Context& context);

std::uint64_t plane_bytes(std::size_t features, std::size_t rows);

}  // namespace families
}  // namespace pith
