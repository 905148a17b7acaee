// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/view.h"
#include "pith/data/column.h"
#include "pith/data/table.h"
#include "pith/evaluate/metric.h"
#include "pith/evaluate/metrics.h"

namespace pith {

/// What is to be predicted of the rows of a table that has a target.
Goal goal_of(const Table& table);

/// What is to be predicted of each row: its class, or its number; or those of several targets.
class Truth {
 public:
  Truth() = default;
  /// Of a target as Table has it.
  explicit Truth(const Column& target);
  explicit Truth(std::vector<std::uint32_t> classes);  ///< as many as the largest says, plus 1
  static Truth of_numbers(std::vector<double> numbers);
  /// Of two or more targets, which have the same rows.
  static Truth of_several(std::vector<Truth> targets);
  /// Of all targets of a table, which has at least one.
  static Truth of_table(const Table& table);

  Goal goal() const;
  std::size_t targets() const { return several_.empty() ? 1 : several_.size(); }
  /// One of the targets.
  const Truth& target(std::size_t index) const {
    return several_.empty() ? *this : several_[index];
  }
  std::size_t rows() const;
  /// How many scores a model gives to a row: one for each class, or the number; those of the first
  /// target, then those of the second, ...
  std::size_t outputs() const;

  // Of a single target.
  bool is_numeric() const { return class_count_ == 0; }
  std::size_t class_count() const { return class_count_; }
  const std::vector<std::uint32_t>& classes() const { return classes_; }
  const std::vector<double>& numbers() const { return numbers_; }

  /// Of some of the rows; the classes stay numbered as they are.
  Truth take(std::span<const std::size_t> rows) const;

  /// How well `scores`, a row of outputs() for each row, predict this. A target of two classes is a
  /// label, which rows of the second class have; of more classes, each is a label.
  Metrics metrics(const MatrixView<const double>& scores, bool has_probabilities) const;

  /// The scores for every row without any feature: the logarithms of the frequencies of the
  /// classes, or the mean.
  std::vector<double> constant_scores() const;

 private:
  Metrics metrics_of_several(const MatrixView<const double>& scores, bool has_probabilities) const;
  void add_label_metrics(const MatrixView<const double>& scores, Metrics& metrics) const;

  std::vector<std::uint32_t> classes_;
  std::vector<double> numbers_;
  std::size_t class_count_ = 0;
  std::vector<Truth> several_;  // if there are several targets, and nothing else then
};

}  // namespace pith
