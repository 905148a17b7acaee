// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/cholesky_face.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr std::size_t n = 8;

/// B B' + I for random B.
std::vector<std::vector<double>> definite_matrix() {
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      matrix[i][j] = i == j ? 1 : 0;
      for (std::size_t k = 0; k < n; ++k)
        matrix[i][j] += Random(1, i).uniform(k) * Random(1, j).uniform(k);
    }
  }
  return matrix;
}

void expect_solves(const CholeskyFace& face, const std::vector<std::vector<double>>& matrix,
                   const std::vector<std::size_t>& rows) {
  ASSERT_EQ(face.size(), rows.size());
  std::vector<double> b;
  for (const std::size_t row : rows)
    b.push_back(static_cast<double>(row) - 2.5);
  const std::vector<double> x = face.solve(b);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < rows.size(); ++j)
      sum += matrix[rows[i]][rows[j]] * x[j];
    EXPECT_NEAR(sum, b[i], 1e-12);
  }
}

bool append(CholeskyFace& face, const std::vector<std::vector<double>>& matrix,
            std::vector<std::size_t>& rows, std::size_t row) {
  std::vector<double> border;
  for (const std::size_t known : rows)
    border.push_back(matrix[known][row]);
  if (!face.append(border, matrix[row][row])) return false;
  rows.push_back(row);
  return true;
}

TEST(CholeskyFace, solves_after_rows_are_added_and_removed) {
  const auto matrix = definite_matrix();
  CholeskyFace face;
  std::vector<std::size_t> rows;
  for (const std::size_t row : {3U, 0U, 7U, 5U, 1U, 6U})
    ASSERT_TRUE(append(face, matrix, rows, row));
  expect_solves(face, matrix, rows);
  for (const std::size_t place : {5U, 0U, 2U}) {
    face.remove(place);
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(place));
    expect_solves(face, matrix, rows);
  }
  ASSERT_TRUE(append(face, matrix, rows, 4));
  expect_solves(face, matrix, rows);
}

TEST(CholeskyFace, rejects_rows_that_are_not_positive_definite) {
  CholeskyFace face;
  EXPECT_FALSE(face.append({}, 0.0));
  EXPECT_FALSE(face.append({}, -1.0));
  ASSERT_TRUE(face.append({}, 2.0));
  const std::vector<double> same{2.0};
  EXPECT_FALSE(face.append(same, 2.0));  // a copy
  EXPECT_FALSE(face.append(same, 1.0));  // bends downwards
  EXPECT_EQ(face.size(), 1U);
  EXPECT_TRUE(face.append(same, 2.1));
}

}  // namespace
}  // namespace linalg
}  // namespace pith
