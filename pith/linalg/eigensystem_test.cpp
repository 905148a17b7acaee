// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/eigensystem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

/// A symmetric matrix, row by row.
struct Matrix {
  std::size_t size = 0;
  std::vector<double> elements;

  double operator()(std::size_t row, std::size_t column) const {
    return elements[row * size + column];
  }
};

/// `element` is asked for column <= row alone.
Matrix symmetric(std::size_t size,
                 const std::function<double(std::size_t row, std::size_t column)>& element) {
  Matrix matrix{size, std::vector<double>(size * size)};
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      const double value = element(row, column);
      matrix.elements[row * size + column] = matrix.elements[column * size + row] = value;
    }
  }
  return matrix;
}

Eigensystem grown(const Matrix& matrix) {
  Eigensystem system;
  for (std::size_t k = 0; k < matrix.size; ++k)
    system.grow(std::span(matrix.elements).subspan(k * matrix.size, k), matrix(k, k));
  return system;
}

/// One rotation of Jacobi's method, which makes element (p, q) zero.
void jacobi_rotation(std::vector<long double>& a, std::size_t size, std::size_t p, std::size_t q) {
  const long double off = a[p * size + q];
  if (off == 0) return;
  const long double theta = (a[q * size + q] - a[p * size + p]) / (2 * off);
  const long double tangent =
      std::copysign(1.0L, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const long double cosine = 1 / std::sqrt(tangent * tangent + 1);
  const long double sine = tangent * cosine;
  for (std::size_t k = 0; k < size; ++k) {
    const long double left = a[k * size + p];
    const long double right = a[k * size + q];
    a[k * size + p] = cosine * left - sine * right;
    a[k * size + q] = sine * left + cosine * right;
  }
  for (std::size_t k = 0; k < size; ++k) {
    const long double upper = a[p * size + k];
    const long double lower = a[q * size + k];
    a[p * size + k] = cosine * upper - sine * lower;
    a[q * size + k] = sine * upper + cosine * lower;
  }
}

/// The twin: eigenvalues by cyclic Jacobi rotations in extended precision.
std::vector<double> jacobi_values(const Matrix& matrix) {
  const std::size_t size = matrix.size;
  std::vector<long double> a(matrix.elements.begin(), matrix.elements.end());
  long double all = 0;
  for (const long double element : a)
    all += element * element;
  for (int sweep = 0; sweep < 50; ++sweep) {
    long double off = 0;
    for (std::size_t p = 0; p < size; ++p) {
      for (std::size_t q = p + 1; q < size; ++q) {
        off += a[p * size + q] * a[p * size + q];
        jacobi_rotation(a, size, p, q);
      }
    }
    if (off <= 1e-36L * all) break;
  }
  std::vector<double> values(size);
  for (std::size_t k = 0; k < size; ++k)
    values[k] = static_cast<double>(a[k * size + k]);
  std::sort(values.begin(), values.end());
  return values;
}

double norm_of(const std::vector<double>& values) {
  return std::max(std::abs(values.front()), std::abs(values.back()));
}

/// Values as expected, vectors orthonormal, and A u = value u.
void expect_system(const Eigensystem& found, const Matrix& matrix,
                   const std::vector<double>& expected) {
  const std::size_t size = matrix.size;
  ASSERT_EQ(found.size(), size);
  const double norm = norm_of(expected);
  double worst = 0;
  double overlap = 0;
  double residual = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const auto vector = found.vector(k);
    ASSERT_EQ(vector.size(), size);
    worst = std::max(worst, std::abs(found.values()[k] - expected[k]));
    for (std::size_t other = 0; other <= k; ++other) {
      double dot = other == k ? -1 : 0;
      for (std::size_t i = 0; i < size; ++i)
        dot += vector[i] * found.vector(other)[i];
      overlap = std::max(overlap, std::abs(dot));
    }
    for (std::size_t row = 0; row < size; ++row) {
      double sum = -found.values()[k] * vector[row];
      for (std::size_t i = 0; i < size; ++i)
        sum += matrix(row, i) * vector[i];
      residual = std::max(residual, std::abs(sum));
    }
  }
  EXPECT_TRUE(std::is_sorted(found.values().begin(), found.values().end()));
  EXPECT_LE(worst, 1e-14 * norm) << "values, size " << size;
  EXPECT_LE(overlap, 3e-14) << "orthogonality, size " << size;
  EXPECT_LE(residual, 1e-14 * norm) << "residual, size " << size;
}

/// Covariance of an autoregressive process, with uneven variances and independent noise.
Matrix autoregressive(std::size_t size, double scale) {
  const Random random(11, 0);
  return symmetric(size, [&](std::size_t row, std::size_t column) {
    const double deviations = (1 + random.uniform(row)) * (1 + random.uniform(column));
    const double noise = row == column ? 0.01 : 0;
    return scale * (deviations * std::pow(0.9, static_cast<double>(row - column)) + noise);
  });
}

TEST(Eigensystem, begins_empty_and_grows_to_one_element) {
  Eigensystem system;
  EXPECT_EQ(system.size(), 0U);
  system.grow({}, -2.5);
  ASSERT_EQ(system.size(), 1U);
  EXPECT_EQ(system.values()[0], -2.5);
  EXPECT_EQ(system.vector(0)[0], 1);
}

TEST(Eigensystem, continues_from_a_known_system) {
  Eigensystem system({-1, 3}, {0, 1, 1, 0});  // of [[3, 0], [0, -1]]
  const std::vector<double> border{2, 0.5};
  system.grow(border, 1);
  const Matrix matrix{3, {3, 0, 2, 0, -1, 0.5, 2, 0.5, 1}};
  expect_system(system, matrix, jacobi_values(matrix));
}

TEST(Eigensystem, of_second_differences_is_known) {
  const std::size_t size = 60;
  const Matrix matrix = symmetric(size, [](std::size_t row, std::size_t column) {
    if (row == column) return 2.0;
    return row == column + 1 ? -1.0 : 0.0;
  });
  std::vector<double> expected;
  for (std::size_t k = 1; k <= size; ++k) {
    expected.push_back(2 - 2 * std::cos(static_cast<double>(k) * std::numbers::pi /
                                        static_cast<double>(size + 1)));
  }
  expect_system(grown(matrix), matrix, expected);
}

TEST(Eigensystem, of_ones_has_one_value_that_is_not_zero) {
  const std::size_t size = 33;
  const Matrix matrix = symmetric(size, [](std::size_t, std::size_t) { return 1.0; });
  std::vector<double> expected(size, 0.0);
  expected.back() = static_cast<double>(size);
  expect_system(grown(matrix), matrix, expected);
}

TEST(Eigensystem, of_a_reflection_has_values_of_both_signs) {
  // I - 2 w w^T with a unit vector w: -1 once, else 1
  const std::size_t size = 24;
  const Matrix matrix = symmetric(size, [&](std::size_t row, std::size_t column) {
    return (row == column ? 1.0 : 0.0) - 2.0 / static_cast<double>(size);
  });
  std::vector<double> expected(size, 1.0);
  expected.front() = -1;
  expect_system(grown(matrix), matrix, expected);
}

TEST(Eigensystem, of_a_diagonal_matrix_is_the_sorted_diagonal) {
  const std::vector<double> diagonal{3, 0, -1, 3, 1e-300, 8, 0};
  Eigensystem system;
  for (std::size_t k = 0; k < diagonal.size(); ++k)
    system.grow(std::vector<double>(k, 0.0), diagonal[k]);
  const std::vector<double> expected{-1, 0, 0, 1e-300, 3, 3, 8};
  EXPECT_TRUE(std::ranges::equal(system.values(), expected));
  EXPECT_EQ(system.vector(0)[2], 1);
  EXPECT_EQ(system.vector(6)[5], 1);
}

TEST(Eigensystem, equals_jacobi_at_every_size) {
  const Random random(5, 0);
  const Matrix matrix = symmetric(30, [&](std::size_t row, std::size_t column) {
    return 2 * random.uniform(30 * row + column) - 1;
  });
  Eigensystem system;
  for (std::size_t size = 1; size <= matrix.size; ++size) {
    system.grow(std::span(matrix.elements).subspan((size - 1) * matrix.size, size - 1),
                matrix(size - 1, size - 1));
    const Matrix part = symmetric(size, matrix);
    expect_system(system, part, jacobi_values(part));
  }
}

TEST(Eigensystem, equals_jacobi_on_covariances) {
  for (const std::size_t size : {2U, 13U, 50U, 120U}) {
    const Matrix matrix = autoregressive(size, 1);
    expect_system(grown(matrix), matrix, jacobi_values(matrix));
  }
}

/// Features that repeat others, some of them with another sign: rank 15 of 60.
TEST(Eigensystem, equals_jacobi_with_repeated_rows) {
  const Matrix base = autoregressive(15, 1);
  const Matrix matrix = symmetric(60, [&](std::size_t row, std::size_t column) {
    const double sign = (row / 15 + column / 15) % 2 == 0 ? 1 : -1;
    return sign * base(std::max(row % 15, column % 15), std::min(row % 15, column % 15));
  });
  const std::vector<double> expected = jacobi_values(matrix);
  EXPECT_NEAR(expected[44], 0, 1e-15 * norm_of(expected));
  expect_system(grown(matrix), matrix, expected);
}

TEST(Eigensystem, equals_jacobi_with_values_in_clusters) {
  // blocks that are equal but for couplings of 1e-13
  const Matrix base = autoregressive(10, 1);
  const Random random(6, 0);
  const Matrix matrix = symmetric(50, [&](std::size_t row, std::size_t column) {
    const double coupling = 1e-13 * random.uniform(50 * row + column);
    return row / 10 == column / 10 ? base(row % 10, column % 10) + coupling : coupling;
  });
  expect_system(grown(matrix), matrix, jacobi_values(matrix));
}

TEST(Eigensystem, supports_huge_and_tiny_numbers) {
  for (const double scale : {1e-140, 1e140, 1e-290, 1e290}) {
    SCOPED_TRACE(scale);
    const Matrix matrix = autoregressive(40, scale);
    std::vector<double> expected = jacobi_values(autoregressive(40, 1));
    for (double& value : expected)
      value *= scale;
    expect_system(grown(matrix), matrix, expected);
  }
}

TEST(Eigensystem, supports_rows_of_very_different_scale) {
  const Matrix base = autoregressive(40, 1);
  const Matrix matrix = symmetric(40, [&](std::size_t row, std::size_t column) {
    const auto scale = [](std::size_t i) { return std::pow(10.0, static_cast<double>(i % 9) - 4); };
    return base(row, column) * scale(row) * scale(column);
  });
  expect_system(grown(matrix), matrix, jacobi_values(matrix));
}

}  // namespace
}  // namespace linalg
}  // namespace pith
