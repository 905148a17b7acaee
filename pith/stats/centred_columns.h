// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/data/table.h"

namespace pith {
inline namespace stats {

/// The unit in which a feature is measured.
enum class Unit {
  as_it_is,
  deviation,  ///< standard deviation 1, with divisor n; a constant stays 0
};

/// Writes x - m for the mean m of the weighted numbers; no weights: all are 1. Differences from the
/// first number are used, so a large offset loses no precision, and a constant becomes exactly 0.
void centre(std::span<const double> numbers, std::span<const double> weights,
            std::span<double> out);

/// The features of a table about their means, each contiguous in memory. Weights of rows count in
/// means and deviations; the numbers themselves are not weighted.
class CentredColumns {
 public:
  /// All features must be numeric without missing values. Throws Error(resources) if the copy
  /// exceeds the memory limit.
  CentredColumns(const Table& table, Unit unit, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return deviations_.size(); }
  /// features() x rows().
  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers_.get(), features(), rows_);
  }
  std::span<const double> column(Feature feature) const {
    return {&numbers_[feature * rows_], rows_};
  }
  /// Standard deviations in the table, with divisor n; exactly 0 for constants.
  const std::vector<double>& deviations() const { return deviations_; }

 private:
  Reservation held_;
  std::size_t rows_ = 0;
  std::vector<double> deviations_;
  std::unique_ptr<double[]> numbers_;  // not a vector: it is filled by several threads, once
};

}  // namespace stats
}  // namespace pith
