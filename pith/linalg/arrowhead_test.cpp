// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/arrowhead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

using Vectors = std::vector<std::vector<double>>;

std::vector<double> sorted_values(const ArrowEigensystem& system) {
  std::vector<double> values = system.values;
  for (const ArrowEigensystem::Single& single : system.singles)
    values.push_back(single.value);
  std::sort(values.begin(), values.end());
  return values;
}

/// All eigenvectors, of the block and then of the single axes, in the axes of the matrix.
Vectors whole_vectors(const ArrowEigensystem& system) {
  const std::size_t inner = system.axes.size();
  const std::size_t size = inner + system.singles.size() + 1;
  Vectors vectors;
  for (std::size_t k = 0; k <= inner; ++k) {
    vectors.emplace_back(size);
    for (std::size_t i = 0; i < inner; ++i)
      vectors.back()[system.axes[i]] = system.vectors[k * (inner + 1) + i];
    vectors.back()[size - 1] = system.vectors[k * (inner + 1) + inner];
  }
  for (const ArrowEigensystem::Single& single : system.singles) {
    vectors.emplace_back(size);
    vectors.back()[single.axis] = 1;
  }
  for (auto rotation = system.rotations.rbegin(); rotation != system.rotations.rend(); ++rotation) {
    for (std::vector<double>& vector : vectors) {
      const double first = vector[rotation->first];
      const double second = vector[rotation->second];
      vector[rotation->first] = rotation->cosine * first + rotation->sine * second;
      vector[rotation->second] = rotation->cosine * second - rotation->sine * first;
    }
  }
  return vectors;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Vectors are orthonormal, and values and vectors solve the eigenproblem.
void expect_solves(const ArrowEigensystem& system, const ArrowMatrix& matrix) {
  const std::size_t size = matrix.diagonal.size();
  const Vectors vectors = whole_vectors(system);
  std::vector<double> values = system.values;
  for (const ArrowEigensystem::Single& single : system.singles)
    values.push_back(single.value);
  ASSERT_EQ(values.size(), size + 1);
  double norm = 0;
  for (const double value : values)
    norm = std::max(norm, std::abs(value));
  for (std::size_t k = 0; k <= size; ++k) {
    for (std::size_t other = 0; other <= k; ++other)
      EXPECT_NEAR(dot(vectors[k], vectors[other]), other == k ? 1 : 0, 5e-15) << k << " " << other;
    double last = (matrix.corner - values[k]) * vectors[k][size];
    for (std::size_t i = 0; i < size; ++i) {
      const double residual =
          (matrix.diagonal[i] - values[k]) * vectors[k][i] + matrix.border[i] * vectors[k][size];
      EXPECT_NEAR(residual, 0, 3e-15 * norm) << "vector " << k << ", row " << i;
      last += matrix.border[i] * vectors[k][i];
    }
    EXPECT_NEAR(last, 0, 3e-15 * norm) << "vector " << k << ", last row";
  }
}

TEST(ArrowMatrix, of_two_rows_has_the_roots_of_a_quadratic) {
  const std::vector<double> diagonal{1};
  const std::vector<double> border{2};
  const ArrowMatrix matrix{diagonal, border, 4};
  const ArrowEigensystem system = solve(matrix);
  ASSERT_EQ(system.values.size(), 2U);
  EXPECT_NEAR(system.values[0], 0, 1e-15);
  EXPECT_NEAR(system.values[1], 5, 2e-15);
  expect_solves(system, matrix);
}

TEST(ArrowMatrix, that_is_its_corner_alone_has_its_value) {
  const ArrowEigensystem system = solve({{}, {}, -3});
  EXPECT_EQ(system.values, std::vector<double>{-3});
  EXPECT_EQ(system.vectors, std::vector<double>{1});
}

TEST(ArrowMatrix, of_one_repeated_value_has_it_split_twice) {
  // diagonal and corner a, border b: a - |b|, a (n - 1 times), a + |b|
  const std::vector<double> diagonal(6, 2.0);
  const std::vector<double> border{0.5, -0.5, 0.5, 0.5, -0.5, 1.0};
  const ArrowMatrix matrix{diagonal, border, 2};
  const ArrowEigensystem system = solve(matrix);
  EXPECT_EQ(system.singles.size(), 5U);
  const std::vector<double> expected{0.5, 2, 2, 2, 2, 2, 3.5};
  const std::vector<double> found = sorted_values(system);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], 4e-15);
  expect_solves(system, matrix);
}

TEST(ArrowMatrix, without_coupling_keeps_its_diagonal) {
  const std::vector<double> diagonal{-1, 0, 0, 7};
  const std::vector<double> border(4, 0.0);
  EXPECT_EQ(sorted_values(solve({diagonal, border, 3})), (std::vector<double>{-1, 0, 0, 3, 7}));
  const std::vector<double> zeros(4, 0.0);
  EXPECT_EQ(sorted_values(solve({zeros, zeros, 0})), std::vector<double>(5, 0.0));
}

/// Poles in clusters of widths, and couplings of sizes, over many orders of magnitude.
TEST(ArrowMatrix, with_clusters_solves) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Random random(seed, 0);
    std::uint64_t index = 0;
    const auto uniform = [&] { return random.uniform(index++); };
    const auto random_power = [&](double most) {
      const double power = std::pow(10, -most * uniform());
      return uniform() < 0.5 ? power : -power;
    };
    const double widths = 18 * uniform();
    const double sizes = 25 * uniform();
    std::vector<double> diagonal;
    std::vector<double> border;
    for (std::size_t i = 0; i < 1 + seed % 25; ++i) {
      diagonal.push_back(std::floor(5 * uniform()) - 2 + random_power(widths));
      if (uniform() < 0.1) diagonal.back() = diagonal.front();
      border.push_back(uniform() < 0.1 ? 0 : random_power(sizes));
    }
    std::sort(diagonal.begin(), diagonal.end());
    SCOPED_TRACE(seed);
    const ArrowMatrix matrix{diagonal, border, 4 * uniform() - 2};
    const ArrowEigensystem system = solve(matrix);
    expect_solves(system, matrix);
    const std::vector<double> found = sorted_values(system);
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      EXPECT_LE(found[i], diagonal[i] + 1e-14);
      EXPECT_GE(found[i + 1], diagonal[i] - 1e-14);
    }
  }
}

/// Two poles side by side make f steep where the next pole is far away.
TEST(ArrowMatrix, with_a_close_pair_and_a_far_pole_solves) {
  for (int step = 0; step < 1000; ++step) {
    const double gap = std::pow(10, -10 - 0.002 * step);
    const std::vector<double> diagonal{1, 1 + gap, 2};
    const std::vector<double> border{2e5 * gap, 4e5 * gap, 1e-8};
    SCOPED_TRACE(gap);
    const ArrowMatrix matrix{diagonal, border, 0.1};
    expect_solves(solve(matrix), matrix);
  }
}

/// Reciprocals of tiny distances: 1/d_i with geometric d_i puts roots next to their poles.
TEST(ArrowMatrix, that_is_graded_solves) {
  std::vector<double> diagonal;
  std::vector<double> border;
  for (int i = -30; i <= 0; ++i) {
    diagonal.push_back(std::ldexp(1.0, 2 * i));
    border.push_back(std::ldexp(1.0, i) / 8);
  }
  const ArrowMatrix matrix{diagonal, border, 1};
  expect_solves(solve(matrix), matrix);
}

TEST(ArrowMatrix, scaled_by_a_power_of_two_has_scaled_values) {
  const Random random(3, 0);
  std::vector<double> diagonal;
  std::vector<double> border;
  for (std::size_t i = 0; i < 20; ++i) {
    diagonal.push_back(random.uniform(i) - 0.5);
    border.push_back(random.uniform(20 + i) - 0.5);
  }
  std::sort(diagonal.begin(), diagonal.end());
  const std::vector<double> plain = sorted_values(solve({diagonal, border, 0.25}));
  for (const int exponent : {-900, -540, 540, 1000}) {
    std::vector<double> scaled_diagonal = diagonal;
    std::vector<double> scaled_border = border;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      scaled_diagonal[i] = std::ldexp(diagonal[i], exponent);
      scaled_border[i] = std::ldexp(border[i], exponent);
    }
    const std::vector<double> found =
        sorted_values(solve({scaled_diagonal, scaled_border, std::ldexp(0.25, exponent)}));
    for (std::size_t k = 0; k < plain.size(); ++k)
      EXPECT_EQ(found[k], std::ldexp(plain[k], exponent)) << exponent << ", value " << k;
  }
}

}  // namespace
}  // namespace linalg
}  // namespace pith
