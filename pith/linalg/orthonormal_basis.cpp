// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/orthonormal_basis.h"

#include <cmath>

#include "pith/base/assert.h"
#include "pith/linalg/inner_products.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
inline namespace linalg {

double OrthonormalBasis::reduce(std::span<double> vector) const {
  PITH_ASSERT(vector.size() == rows_);
  const std::size_t count = size();
  std::vector<double> shares(count);
  std::vector<const double*> rows(count);
  for (std::size_t i = 0; i < count; ++i)
    rows[i] = &numbers_[i * rows_];
  double* const out[] = {vector.data()};
  for (int pass = 0; pass < 2 && count > 0; ++pass) {
    inner_products(MatrixView<const double>::row_major(numbers_.data(), count, rows_), vector,
                   shares);
    subtract_products(rows, shares.data(), out, 0, rows_);
  }
  return inner_product(vector, vector);
}

void OrthonormalBasis::append(std::span<const double> reduced) {
  PITH_ASSERT(reduced.size() == rows_);
  const double length = std::sqrt(inner_product(reduced, reduced));
  PITH_ASSERT(length > 0);
  for (const double number : reduced)
    numbers_.push_back(number / length);
}

}  // namespace linalg
}  // namespace pith
