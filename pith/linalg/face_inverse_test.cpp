// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/face_inverse.h"

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

bool append_row(FaceInverse& inverse, const Matrix& matrix, std::size_t i) {
  return inverse.append({matrix[i].data(), inverse.size()}, matrix[i][i]);
}

/// The largest element of |matrix * inverse * v - v| for a vector v of ones and twos.
double error_of(const FaceInverse& inverse, const Matrix& matrix) {
  const std::size_t size = inverse.size();
  std::vector<double> v(size);
  std::vector<double> x(size);
  for (std::size_t i = 0; i < size; ++i)
    v[i] = i % 2 == 0 ? 1 : 2;
  inverse.apply(v, x);
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    double sum = -v[i];
    for (std::size_t j = 0; j < size; ++j)
      sum += matrix[i][j] * x[j];
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

TEST(FaceInverse, inverts_what_was_appended) {
  for (const std::size_t size : {1U, 2U, 17U, 40U}) {
    const Matrix matrix = positive_matrix(size);
    FaceInverse inverse;
    for (std::size_t i = 0; i < size; ++i)
      EXPECT_TRUE(append_row(inverse, matrix, i));
    EXPECT_LT(error_of(inverse, matrix), 1e-12);
  }
}

TEST(FaceInverse, puts_the_last_row_in_the_place_of_a_removed_one) {
  for (const std::size_t place : {0U, 3U, 8U}) {
    Matrix matrix = positive_matrix(9);
    FaceInverse inverse;
    for (std::size_t i = 0; i < 9; ++i)
      append_row(inverse, matrix, i);
    inverse.remove(place);
    std::swap(matrix[place], matrix[8]);
    for (auto& row : matrix)
      std::swap(row[place], row[8]);
    EXPECT_EQ(inverse.size(), 8U);
    EXPECT_LT(error_of(inverse, matrix), 1e-12);
  }
}

TEST(FaceInverse, follows_the_loss_of_an_outer_product) {
  Matrix matrix = positive_matrix(12);
  FaceInverse inverse;
  for (std::size_t i = 0; i < 12; ++i)
    append_row(inverse, matrix, i);
  std::vector<double> x(12);
  for (std::size_t i = 0; i < 12; ++i)
    x[i] = 0.05 * static_cast<double>(i);
  EXPECT_TRUE(inverse.downdate(x));
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 12; ++j)
      matrix[i][j] -= x[i] * x[j];
  }
  EXPECT_LT(error_of(inverse, matrix), 1e-12);
  EXPECT_FALSE(inverse.downdate(std::vector<double>(12, 100.0)));
  EXPECT_LT(error_of(inverse, matrix), 1e-12);
}

TEST(FaceInverse, says_how_a_dependent_row_is_combined) {
  Matrix matrix = positive_matrix(3);
  // A fourth row: the first plus twice the third.
  std::vector<double> border(3);
  for (std::size_t i = 0; i < 3; ++i)
    border[i] = matrix[i][0] + 2 * matrix[i][2];
  const double corner = matrix[0][0] + 4 * matrix[0][2] + 4 * matrix[2][2];
  FaceInverse inverse;
  for (std::size_t i = 0; i < 3; ++i)
    append_row(inverse, matrix, i);
  EXPECT_FALSE(inverse.append(border, corner));
  EXPECT_EQ(inverse.size(), 3U);
  EXPECT_NEAR(inverse.combination()[0], 1, 1e-12);
  EXPECT_NEAR(inverse.combination()[1], 0, 1e-12);
  EXPECT_NEAR(inverse.combination()[2], 2, 1e-12);
}

}  // namespace
}  // namespace pith
