// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {
inline namespace stats {

/// The contingency table of two categorical columns, from rows or from cells that were counted
/// elsewhere. Cells are doubles because rows may be weighted; integer counts are exact up to 2^53.
class Counts {
 public:
  Counts(std::size_t x_levels, std::size_t y_levels)
      : x_levels_(x_levels),
        y_levels_(y_levels),
        cells_(x_levels * y_levels),
        missing_x_(y_levels),
        missing_y_(x_levels) {}

  /// Counts from elsewhere, cells[x * stride + y], where stride is y_levels, or one more if
  /// `has_missing_y`: the last y is a missing one then, and likewise the last x if `has_missing_x`.
  struct Cells {
    std::span<const std::uint64_t> cells = {};
    bool has_missing_x = false;
    bool has_missing_y = false;
  };
  void add(const Cells& other);

  /// Adds the rows of two categorical columns of equal length; rows with missing values are counted
  /// separately. `weights` is empty (each row counts once) or as long as the columns.
  void update(const Column& x, const Column& y, std::span<const double> weights);

  std::size_t x_levels() const { return x_levels_; }
  std::size_t y_levels() const { return y_levels_; }
  double operator()(std::size_t x, std::size_t y) const { return cells_[x * y_levels_ + y]; }
  /// Row-major: all y of the first x, then of the second.
  std::span<const double> cells() const { return cells_; }
  /// The rows in which x is missing, by level of y, and vice versa.
  std::span<const double> missing_x() const { return missing_x_; }
  std::span<const double> missing_y() const { return missing_y_; }
  bool has_missing() const;

  std::vector<double> x_totals() const;
  std::vector<double> y_totals() const;
  double total() const;

  /// WEKA's rule for missing values: a row without x is distributed over the levels of x in
  /// proportion to their frequency, likewise without y; a row without both is distributed over the
  /// cells. Rows are left out if there is nothing to distribute over (every x or every y missing).
  Counts spread() const;

 private:
  std::size_t x_levels_;
  std::size_t y_levels_;
  std::vector<double> cells_;
  std::vector<double> missing_x_;
  std::vector<double> missing_y_;
  double missing_both_ = 0;
};

}  // namespace stats
}  // namespace pith
