// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/linalg/directions.h"
#include "pith/linalg/orthonormal_basis.h"

namespace pith {
inline namespace families {

/// Least squares of several responses on a set of columns that grows: what each further column
/// would explain. Columns and responses are vectors over the rows; a model with a constant has both
/// about their means. Sums of squares are over all responses.
///
/// Of each column it keeps the squared length q of its part outside the set, and the products p_c
/// of that part with the residuals of the responses; sum[c] p_c^2 / q is what the column would
/// explain. To add a column takes one pass over the columns: 2 n d flops. Where q has lost much of
/// its value by subtraction, the part is computed anew from the column (reorthogonalised).
class StepwiseFit {
 public:
  /// Each row of `columns` is a column of length 1, contiguous; they are not owned.
  StepwiseFit(const MatrixView<const double>& columns, Directions responses,
              const Context& context);

  /// Makes room for a set of this many columns, so that what is there is not moved.
  void expect(std::size_t columns) { basis_.reserve(columns); }

  std::size_t columns() const { return outside_.size(); }
  /// R2 of the set: the explained share of the responses' sum of squares; 0 for responses of 0.
  double explained() const { return explained_; }
  /// The other share, from the residuals themselves.
  double unexplained() const { return unexplained_; }
  /// What a column would add to R2; 0 for a linear combination of the set.
  double gain(std::size_t i) const;
  /// The share of what is unexplained that a column would explain. A share of less than 1e-12 of
  /// the responses counts as that much: it may be rounding errors.
  double share(std::size_t i) const;
  /// The squared correlation of a whole column with the residuals, sum[c] (x . r_c)^2 over sum[c]
  /// r_c^2, which is not more than that share.
  double squared_correlation(std::size_t i) const;
  /// Whether at most 1e-10 of the sum of squares of a column is outside the space of the set.
  bool is_combination(std::size_t i) const { return outside_[i] == 0; }

  /// Adds a column, which must not be a combination. From then on only columns from `first` on are
  /// kept up to date.
  void add(std::size_t i, std::size_t first, const Context& context);

 private:
  std::span<const double> column(std::size_t i) const {
    return {columns_.data_handle() + i * columns_.stride(0), columns_.extent(1)};
  }
  std::span<double> products(std::size_t i) {
    return std::span(products_).subspan(i * residuals_.count, residuals_.count);
  }
  double squared_products(std::size_t i) const;
  void multiply_residuals(std::size_t begin, std::size_t end);
  void update(std::size_t begin, std::size_t end, std::span<const double> moved);
  void refresh(std::size_t i);

  MatrixView<const double> columns_;
  Directions residuals_;
  OrthonormalBasis basis_;
  double total_ = 0;             // sum of squares of the responses
  std::vector<double> outside_;  // q; exactly 0 for combinations
  std::vector<double> exact_;    // q when it was last computed from the column
  std::vector<double> products_;
  double explained_ = 0;
  double unexplained_ = 1;
};

}  // namespace families
}  // namespace pith
