// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/definite_solve.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

TEST(DefiniteSolve, solves_a_system) {
  // [[4, 2], [2, 3]] x = [2, 5] has the solution [-0.5, 2].
  std::vector<double> matrix{4, 99, 2, 3};
  std::vector<double> right{2, 5};
  solve_definite(matrix, right, {});
  EXPECT_NEAR(right[0], -0.5, 1e-15);
  EXPECT_NEAR(right[1], 2, 1e-15);
}

TEST(DefiniteSolve, solution_satisfies_the_system) {
  constexpr std::size_t size = 37;
  const Random random(3, 1);
  std::vector<double> factor(size * size);
  for (std::size_t i = 0; i < factor.size(); ++i)
    factor[i] = random.uniform(i) - 0.5;
  std::vector<double> matrix(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k < size; ++k)
        matrix[i * size + j] += factor[i * size + k] * factor[j * size + k];
    }
    matrix[i * size + i] += 0.1;
  }
  std::vector<double> wanted(size);
  std::vector<double> right(size);
  for (std::size_t i = 0; i < size; ++i)
    wanted[i] = random.uniform(5000 + i);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j)
      right[i] += matrix[i * size + j] * wanted[j];
  }
  solve_definite(matrix, right, {});
  for (std::size_t i = 0; i < size; ++i)
    EXPECT_NEAR(right[i], wanted[i], 1e-10);
}

TEST(DefiniteSolve, gives_zero_to_a_variable_that_repeats_another) {
  std::vector<double> matrix{2, 2, 2, 2};
  std::vector<double> right{6, 6};
  solve_definite(matrix, right, {});
  EXPECT_NEAR(right[0], 3, 1e-15);
  EXPECT_EQ(right[1], 0);
}

}  // namespace
}  // namespace pith
