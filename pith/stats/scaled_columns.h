// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/data/table.h"
#include "pith/stats/centred_columns.h"

namespace pith {
inline namespace stats {

/// From where a feature is measured.
enum class Origin { zero, mean };

/// The features of a table, each contiguous in memory and divided by a power of two that brings its
/// largest magnitude between 1 and 2: products of them never overflow, and no digit is lost. A
/// model that penalises the weight w of a feature penalises factor * w' here, since w = factor * w'
/// for the weight w' of the scaled column.
class ScaledColumns {
 public:
  /// With Unit::deviation features have mean 0 and deviation 1 whatever the origin is. All features
  /// must be numeric without missing values. Throws Error(resources) if the copy exceeds the memory
  /// limit.
  ScaledColumns(const Table& table, Unit unit, Origin origin, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return factors_.size(); }
  /// features() x rows().
  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers_.get(), features(), rows_);
  }
  std::span<const double> column(std::size_t feature) const {
    return {&numbers_[feature * rows_], rows_};
  }
  /// All of them, one feature after the other, to weigh the rows.
  std::span<double> numbers() { return {numbers_.get(), features() * rows_}; }
  const std::vector<double>& factors() const { return factors_; }
  /// Standard deviations in the table, with divisor n; exactly 0 for constants.
  const std::vector<double>& deviations() const { return deviations_; }

 private:
  Reservation held_;
  std::size_t rows_ = 0;
  std::vector<double> factors_;
  std::vector<double> deviations_;
  std::unique_ptr<double[]> numbers_;
};

}  // namespace stats
}  // namespace pith
