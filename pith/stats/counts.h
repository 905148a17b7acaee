// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// How often each level of one column meets each level of another: a statistic, so it is updated
/// and merged and does nothing else. Cells are doubles because rows may be weighted; whole counts
/// are exact up to 2^53.
class Counts {
 public:
  Counts(std::size_t x_levels, std::size_t y_levels)
      : x_levels_(x_levels),
        y_levels_(y_levels),
        cells_(x_levels * y_levels),
        missing_x_(y_levels),
        missing_y_(x_levels) {}

  /// Adds the rows of two columns of codes of equal length; rows with a gap are counted apart.
  /// `weights` is empty (each row counts once) or as long as the columns.
  void update(const Column& x, const Column& y, std::span<const double> weights);
  void merge(const Counts& other);

  std::size_t x_levels() const { return x_levels_; }
  std::size_t y_levels() const { return y_levels_; }
  double operator()(std::size_t x, std::size_t y) const { return cells_[x * y_levels_ + y]; }
  /// Row by row: all y of the first x, then of the second.
  std::span<const double> cells() const { return cells_; }
  /// Rows in which x is missing, by level of y, and the other way round.
  std::span<const double> missing_x() const { return missing_x_; }
  std::span<const double> missing_y() const { return missing_y_; }
  bool has_missing() const;

  std::vector<double> x_totals() const;
  std::vector<double> y_totals() const;
  double total() const;

  /// WEKA's rule for missing values: a row without x is shared among the levels of x in proportion
  /// to how often they occur, likewise without y; a row without both is shared among the cells.
  /// What is counted nowhere (every x or every y missing) is left out.
  Counts spread() const;

 private:
  std::size_t x_levels_;
  std::size_t y_levels_;
  std::vector<double> cells_;
  std::vector<double> missing_x_;
  std::vector<double> missing_y_;
  double missing_both_ = 0;
};

}  // namespace pith
