// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/orthonormal_basis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"
#include "pith/linalg/inner_products.h"

namespace pith {
namespace {

std::vector<double> uniform(std::size_t count, std::uint64_t stream) {
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = Random(7, stream).uniform(i) - 0.5;
  return numbers;
}

TEST(OrthonormalBasis, leaves_what_is_orthogonal) {
  OrthonormalBasis basis(3);
  basis.append(std::vector<double>{0, 2, 0});
  EXPECT_EQ(basis.vector(0)[1], 1.0);
  std::vector<double> vector{3, 5, 4};
  EXPECT_EQ(basis.reduce(vector), 25.0);
  EXPECT_EQ(vector, (std::vector<double>{3, 0, 4}));
}

TEST(OrthonormalBasis, stays_orthonormal_where_vectors_are_nearly_dependent) {
  constexpr std::size_t rows = 50;
  OrthonormalBasis basis(rows);
  const std::vector<double> common = uniform(rows, 0);
  for (std::uint64_t i = 1; i <= 20; ++i) {
    std::vector<double> vector = uniform(rows, i);
    for (std::size_t row = 0; row < rows; ++row)
      vector[row] = common[row] + 1e-7 * vector[row];
    EXPECT_GT(basis.reduce(vector), 0.0);
    basis.append(vector);
  }
  ASSERT_EQ(basis.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      EXPECT_NEAR(inner_product(basis.vector(i), basis.vector(j)), i == j ? 1 : 0, 1e-14);
  }
}

TEST(OrthonormalBasis, leaves_nothing_of_its_own_vectors) {
  OrthonormalBasis basis(9);
  const std::vector<double> a = uniform(9, 1);
  const std::vector<double> b = uniform(9, 2);
  for (std::vector<double> vector : {a, b}) {
    basis.reduce(vector);
    basis.append(vector);
  }
  std::vector<double> sum(9);
  for (std::size_t row = 0; row < 9; ++row)
    sum[row] = 2 * a[row] - b[row];
  EXPECT_LT(basis.reduce(sum), 1e-30);
}

}  // namespace
}  // namespace pith
