// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/face_factor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// G G' + I for random G.
Matrix positive_matrix(std::size_t size) {
  const Random random(7, size);
  Matrix matrix(size, std::vector<double>(size));
  const auto entry = [&](std::size_t i, std::size_t k) {
    return random.uniform(i * size + k) - 0.5;
  };
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      matrix[i][j] = i == j ? 1.0 : 0.0;
      for (std::size_t k = 0; k < size; ++k)
        matrix[i][j] += entry(i, k) * entry(j, k);
    }
  }
  return matrix;
}

bool append_row(FaceFactor& factor, const Matrix& matrix, std::size_t i) {
  return factor.append({matrix[i].data(), factor.size()}, matrix[i][i]);
}

/// The largest element of |matrix * solution - v| for a vector v of ones and twos.
double error_of(const FaceFactor& factor, const Matrix& matrix) {
  const std::size_t size = factor.size();
  std::vector<double> v(size);
  std::vector<double> x(size);
  for (std::size_t i = 0; i < size; ++i)
    v[i] = i % 2 == 0 ? 1 : 2;
  factor.solve(v, x);
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    double sum = -v[i];
    for (std::size_t j = 0; j < size; ++j)
      sum += matrix[i][j] * x[j];
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

TEST(FaceFactor, solves_what_was_appended) {
  for (const std::size_t size : {1U, 2U, 17U, 40U}) {
    const Matrix matrix = positive_matrix(size);
    FaceFactor factor;
    for (std::size_t i = 0; i < size; ++i)
      EXPECT_TRUE(append_row(factor, matrix, i));
    EXPECT_LT(error_of(factor, matrix), 1e-12);
  }
}

Matrix without(Matrix matrix, std::size_t place) {
  matrix.erase(matrix.begin() + static_cast<std::ptrdiff_t>(place));
  for (auto& row : matrix)
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(place));
  return matrix;
}

TEST(FaceFactor, moves_later_rows_up_when_one_is_removed) {
  for (const std::size_t place : {0U, 3U, 8U, 13U, 16U}) {
    const Matrix matrix = positive_matrix(17);
    FaceFactor factor;
    for (std::size_t i = 0; i < 17; ++i)
      append_row(factor, matrix, i);
    factor.remove(place);
    EXPECT_EQ(factor.size(), 16U);
    EXPECT_LT(error_of(factor, without(matrix, place)), 1e-12);
  }
}

TEST(FaceFactor, keeps_its_precision_when_a_nearly_dependent_row_comes_and_goes) {
  const std::size_t size = 12;
  Matrix matrix = positive_matrix(size);
  std::vector<double> border(size);
  for (std::size_t i = 0; i < size; ++i)
    border[i] = matrix[i][0] + matrix[i][5];
  // The sum of two rows but for a part of 1e-8: an inverse would have elements of 1e8.
  const double corner = (matrix[0][0] + 2 * matrix[0][5] + matrix[5][5]) * (1 + 1e-8);
  FaceFactor factor;
  for (std::size_t i = 0; i < size; ++i)
    append_row(factor, matrix, i);
  for (int time = 0; time < 50; ++time) {
    ASSERT_TRUE(factor.append(border, corner));
    factor.remove(size);
    const std::size_t place = static_cast<std::size_t>(time) % size;
    factor.remove(place);
    std::vector<double> moved = matrix[place];
    moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(place));
    ASSERT_TRUE(factor.append(moved, matrix[place][place]));
    const double last = matrix[place][place];
    moved.push_back(last);
    const double other = border[place];
    matrix = without(matrix, place);
    for (std::size_t i = 0; i + 1 < size; ++i)
      matrix[i].push_back(moved[i]);
    matrix.push_back(moved);
    border.erase(border.begin() + static_cast<std::ptrdiff_t>(place));
    border.push_back(other);
  }
  EXPECT_LT(error_of(factor, matrix), 1e-12);
}

TEST(FaceFactor, follows_the_loss_of_an_outer_product) {
  Matrix matrix = positive_matrix(12);
  FaceFactor factor;
  for (std::size_t i = 0; i < 12; ++i)
    append_row(factor, matrix, i);
  std::vector<double> x(12);
  for (std::size_t i = 0; i < 12; ++i)
    x[i] = 0.05 * static_cast<double>(i);
  EXPECT_TRUE(factor.downdate(x));
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 12; ++j)
      matrix[i][j] -= x[i] * x[j];
  }
  EXPECT_LT(error_of(factor, matrix), 1e-12);
  EXPECT_FALSE(factor.downdate(std::vector<double>(12, 100.0)));
  EXPECT_LT(error_of(factor, matrix), 1e-12);
}

TEST(FaceFactor, says_how_a_dependent_row_is_combined) {
  Matrix matrix = positive_matrix(3);
  // A fourth row: the first plus twice the third.
  std::vector<double> border(3);
  for (std::size_t i = 0; i < 3; ++i)
    border[i] = matrix[i][0] + 2 * matrix[i][2];
  const double corner = matrix[0][0] + 4 * matrix[0][2] + 4 * matrix[2][2];
  FaceFactor factor;
  for (std::size_t i = 0; i < 3; ++i)
    append_row(factor, matrix, i);
  EXPECT_FALSE(factor.append(border, corner));
  EXPECT_EQ(factor.size(), 3U);
  EXPECT_NEAR(factor.combination()[0], 1, 1e-12);
  EXPECT_NEAR(factor.combination()[1], 0, 1e-12);
  EXPECT_NEAR(factor.combination()[2], 2, 1e-12);
}

}  // namespace
}  // namespace pith
