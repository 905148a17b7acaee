// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/cholesky_face.h"

#include <cmath>
#include <numeric>

#include "pith/base/assert.h"

namespace pith {
inline namespace linalg {

bool CholeskyFace::append(std::span<const double> border, double corner) {
  PITH_ASSERT(border.size() == size());
  constexpr double tiny = 1e-13;  // relative to the corner: a remainder that may be due to rounding
  std::vector<double> row(border.begin(), border.end());
  double rest = corner;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::vector<double>& known = rows_[i];
    row[i] = (row[i] - std::inner_product(known.begin(), known.end() - 1, row.begin(), 0.0)) /
             known.back();
    rest -= row[i] * row[i];
  }
  if (!(rest > tiny * corner)) return false;
  row.push_back(std::sqrt(rest));
  rows_.push_back(std::move(row));
  return true;
}

void CholeskyFace::remove(std::size_t place) {
  PITH_ASSERT(place < size());
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(place));
  // Each later row now has one element beyond the diagonal, which a rotation of two columns
  // eliminates.
  for (std::size_t k = place; k < size(); ++k) {
    const double a = rows_[k][k];
    const double b = rows_[k][k + 1];
    const double length = std::hypot(a, b);
    const double cosine = a / length;
    const double sine = b / length;
    for (std::size_t i = k; i < size(); ++i) {
      const double first = rows_[i][k];
      const double second = rows_[i][k + 1];
      rows_[i][k] = cosine * first + sine * second;
      rows_[i][k + 1] = cosine * second - sine * first;
    }
    rows_[k].pop_back();
  }
}

std::vector<double> CholeskyFace::solve(std::span<const double> b) const {
  PITH_ASSERT(b.size() == size());
  std::vector<double> x(b.begin(), b.end());
  for (std::size_t i = 0; i < size(); ++i) {
    const std::vector<double>& row = rows_[i];
    x[i] = (x[i] - std::inner_product(row.begin(), row.end() - 1, x.begin(), 0.0)) / row.back();
  }
  for (std::size_t i = size(); i-- > 0;) {
    const std::vector<double>& row = rows_[i];
    x[i] /= row.back();
    for (std::size_t k = 0; k < i; ++k)
      x[k] -= row[k] * x[i];
  }
  return x;
}

}  // namespace linalg
}  // namespace pith
