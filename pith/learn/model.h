// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/view.h"

namespace pith {

/// Columns [begin, end) that stand for one category: 1 for the level that a row has, 0 for the
/// others. A level that was not there to learn from has no column.
struct Indicators {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Rows to learn from: numbers without gaps, and a class for each row.
struct Examples {
  MatrixView<const double> rows;           ///< the elements of a row lie side by side
  std::span<const std::uint32_t> classes;  ///< below class_count, and at least two occur
  std::size_t class_count = 0;
  std::span<const Indicators> categories = {};  ///< in ascending order; all else are numbers
};

/// What a learner has learned. Never changes, so any thread may ask.
class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;

  /// Writes a score for each row and class: the larger, the likelier; -infinity for a class that
  /// did not occur. Of learners that give probabilities these are the logarithms.
  virtual void score(const MatrixView<const double>& rows,
                     const MatrixView<double>& scores) const = 0;
};

/// The class with the best score; the lowest of equals.
std::uint32_t best_class(std::span<const double> scores);

/// The best class of each row.
std::vector<std::uint32_t> predict(const Model& model, const MatrixView<const double>& rows,
                                   std::size_t class_count);

}  // namespace pith
