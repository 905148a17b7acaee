// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/view.h"
#include "pith/data/column.h"
#include "pith/evaluate/metrics.h"

namespace pith {

/// What is to be predicted of each row: its class, or its number.
class Truth {
 public:
  Truth() = default;
  /// Of a target as Table has it.
  explicit Truth(const Column& target);
  explicit Truth(std::vector<std::uint32_t> classes);  ///< as many as the largest says, plus 1
  static Truth of_numbers(std::vector<double> numbers);

  bool is_numeric() const { return class_count_ == 0; }
  std::size_t rows() const { return is_numeric() ? numbers_.size() : classes_.size(); }
  std::size_t class_count() const { return class_count_; }
  const std::vector<std::uint32_t>& classes() const { return classes_; }
  const std::vector<double>& numbers() const { return numbers_; }
  /// How many scores a model gives to a row: one for each class, or the number.
  std::size_t outputs() const { return is_numeric() ? 1 : class_count_; }

  /// Of some of the rows; the classes stay numbered as they are.
  Truth take(std::span<const std::size_t> rows) const;

  /// How well `scores`, a row of outputs() for each row, predict this.
  Metrics metrics(const MatrixView<const double>& scores, bool has_probabilities) const;

  /// The scores for every row without any feature: the logarithms of the frequencies of the
  /// classes, or the mean.
  std::vector<double> constant_scores() const;

 private:
  std::vector<std::uint32_t> classes_;
  std::vector<double> numbers_;
  std::size_t class_count_ = 0;
};

}  // namespace pith
