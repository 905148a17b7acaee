// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/view.h"

namespace pith {

/// Columns [begin, end) that encode one categorical feature (one-hot): 1 for the level of the row,
/// 0 for the others. A level that does not occur in the training rows has no column.
struct Indicators {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Training rows: numbers without missing values, and for each row what is to be predicted: a
/// class, or a number where there are no classes. The memory is not owned.
struct Examples {
  MatrixView<const double> rows;                ///< the elements of a row are contiguous
  std::span<const std::uint32_t> classes;       ///< below class_count, and at least two occur
  std::size_t class_count = 0;                  ///< 0: numbers are predicted
  std::span<const Indicators> categories = {};  ///< in ascending order; other columns are numeric
  std::span<const double> numbers = {};         ///< finite; empty if classes are predicted

  bool has_numbers() const { return class_count == 0; }
};

/// A fitted learner. It is immutable, so that any thread may use it.
class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;

  /// Where numbers are predicted, writes the number of each row, which is finite; `scores` has one
  /// column. Otherwise writes a score for each row and class: larger means more likely, -infinity
  /// is the score of a class without training rows. Learners that give probabilities write their
  /// logarithms. The elements of a row are contiguous in both views.
  virtual void score(const MatrixView<const double>& rows,
                     const MatrixView<double>& scores) const = 0;
};

/// The class with the largest score; ties go to the lowest class.
std::uint32_t best_class(std::span<const double> scores);

/// The number for each row.
std::vector<double> predict_numbers(const Model& model, const MatrixView<const double>& rows);

/// The class with the largest score for each row.
std::vector<std::uint32_t> predict(const Model& model, const MatrixView<const double>& rows,
                                   std::size_t class_count);

}  // namespace pith
