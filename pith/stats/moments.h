// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {
inline namespace stats {

/// Count, mean and sum of squared deviations of a numeric column within each class: a statistic
/// that is updated and merged. Each update takes two passes over its rows, so a column whose mean
/// is a million times its spread loses no precision, and a class with a single distinct value has a
/// deviation of exactly 0; merging uses Chan's formula. Rows of weight 0 are ignored.
class ClassMoments {
 public:
  explicit ClassMoments(std::size_t classes)
      : count_(classes), mean_(classes), deviation_(classes) {}

  /// The moments of one class from elsewhere.
  struct OfClass {
    double count = 0;
    double mean = 0;
    double deviation = 0;
  };
  /// `smallest` is the smallest number of all classes.
  ClassMoments(std::span<const OfClass> classes, double smallest);

  /// Adds rows without missing values. `target` is categorical; `weights` is empty or has one entry
  /// per row.
  void update(std::span<const double> numbers, const Column& target,
              std::span<const double> weights);
  void merge(const ClassMoments& other);

  /// The memory of one object while it is updated, with this many classes.
  static std::uint64_t bytes(std::size_t classes) { return 8 * sizeof(double) * classes; }

  std::size_t classes() const { return count_.size(); }
  double count(std::size_t c) const { return count_[c]; }
  double mean(std::size_t c) const { return mean_[c]; }
  /// Sum of (x - mean)^2.
  double deviation(std::size_t c) const { return deviation_[c]; }

  /// The smallest number of all classes; infinity if there is none.
  double smallest() const { return smallest_; }

  double total_count() const;
  double total_mean() const;

 private:
  std::vector<double> count_;
  std::vector<double> mean_;
  std::vector<double> deviation_;
  double smallest_ = std::numeric_limits<double>::infinity();
};

}  // namespace stats
}  // namespace pith
