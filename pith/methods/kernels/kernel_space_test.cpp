// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/kernels/kernel_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Matrix = std::vector<std::vector<double>>;
using Rows = std::vector<std::size_t>;

/// Centred, of norm 1.
Matrix twin(const Rows& rows, const std::function<double(std::size_t, std::size_t)>& value) {
  const std::size_t n = rows.size();
  Matrix kernel(n, std::vector<double>(n));
  std::vector<double> means(n);
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      kernel[i][j] = value(rows[i], rows[j]);
      means[i] += kernel[i][j] / static_cast<double>(n);
    }
    mean += means[i] / static_cast<double>(n);
  }
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      kernel[i][j] += mean - means[i] - means[j];
      squares += kernel[i][j] * kernel[i][j];
    }
  }
  for (auto& row : kernel) {
    for (double& number : row)
      number /= std::sqrt(squares);
  }
  return kernel;
}

double inner(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::inner_product(a[i].begin(), a[i].end(), b[i].begin(), 0.0);
  return sum;
}

std::vector<double> random_numbers(std::size_t count, std::uint64_t stream) {
  const Random random(11, stream);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = std::sqrt(-2 * std::log(1 - random.uniform(2 * i))) *
                 std::cos(6.283185307179586 * random.uniform(2 * i + 1));
  return numbers;
}

Matrix gaussian_twin(const Rows& rows, const std::vector<double>& x) {
  return twin(rows, [&](std::size_t a, std::size_t b) {
    return std::exp(-(x[a] - x[b]) * (x[a] - x[b]) / 2);
  });
}

Matrix class_twin(const Rows& rows, const std::vector<std::uint32_t>& codes) {
  return twin(rows, [&](std::size_t a, std::size_t b) {
    double size = 0;
    for (const std::size_t row : rows)
      size += codes[row] == codes[a] ? 1 : 0;
    return codes[a] == codes[b] ? 1 / size : 0.0;
  });
}

Rows rows_up_to(std::size_t count) {
  Rows rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

const Context context;

TEST(KernelSpace, of_all_pairs_has_the_inner_products_of_whole_kernels) {
  constexpr std::size_t n = 150;
  const std::vector<double> x = random_numbers(n, 1);
  std::vector<double> y = random_numbers(n, 2);
  for (std::size_t i = 0; i < n; ++i)
    y[i] = std::round(2 * y[i] + x[i]);  // few distinct numbers
  std::vector<double> tails = random_numbers(n, 3);
  for (double& number : tails)
    number = number * number * number;
  const auto codes = random_codes(n, 4, 5);
  const auto space = space_of_all_pairs(n, {}, context);
  const std::vector<KernelVector> found{space->gaussian(x), space->gaussian(y),
                                        space->gaussian(tails), space->classes(codes)};
  const Rows rows = rows_up_to(n);
  const std::vector<Matrix> expected{gaussian_twin(rows, x), gaussian_twin(rows, y),
                                     gaussian_twin(rows, tails), class_twin(rows, codes)};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t j = 0; j < found.size(); ++j)
      EXPECT_NEAR(space->inner(found[i], found[j]), inner(expected[i], expected[j]), 1e-12);
  }
  EXPECT_LT(found[0].rank, 30U);
}

TEST(KernelSpace, of_all_pairs_takes_weights_as_repetitions) {
  constexpr std::size_t n = 30;
  const std::vector<double> x = random_numbers(n, 1);
  const auto codes = random_codes(n, 3, 5);
  std::vector<double> weights(n);
  Rows rows;
  for (std::size_t row = 0; row < n; ++row) {
    weights[row] = static_cast<double>(row % 3);
    rows.insert(rows.end(), row % 3, row);
  }
  const auto space = space_of_all_pairs(n, weights, context);
  EXPECT_NEAR(space->inner(space->gaussian(x), space->classes(codes)),
              inner(gaussian_twin(rows, x), class_twin(rows, codes)), 1e-13);
}

TEST(KernelSpace, of_all_pairs_gives_constants_no_kernel) {
  const std::vector<double> constant(10, 2.0);
  const auto space = space_of_all_pairs(10, {}, context);
  const KernelVector kernel = space->gaussian(constant);
  EXPECT_EQ(space->inner(kernel, kernel), 0);
  // Constant over the rows that count.
  std::vector<double> weights(10, 1.0);
  std::vector<double> almost = constant;
  almost[3] = 5;
  weights[3] = 0;
  const auto weighted = space_of_all_pairs(10, weights, context);
  EXPECT_EQ(weighted->gaussian(almost).rank, 0U);
}

TEST(KernelSpace, of_blocks_is_the_mean_over_blocks) {
  constexpr std::size_t n = 43;
  constexpr std::size_t size = 10;
  const std::vector<double> x = random_numbers(n, 1);
  const auto codes = random_codes(n, 2, 5);
  const auto space = space_of_blocks({.rows = n, .size = size, .permutations = 2, .seed = 7});
  double expected = 0;
  for (std::size_t m = 0; m < 2; ++m) {
    const auto order = Random(7, m).permutation(n);
    for (std::size_t block = 0; block < n / size; ++block) {
      const auto begin = order.begin() + static_cast<std::ptrdiff_t>(block * size);
      const Rows rows(begin, begin + size);
      expected += inner(gaussian_twin(rows, x), class_twin(rows, codes)) / 8;
    }
  }
  const KernelVector kernel = space->gaussian(x);
  EXPECT_NEAR(space->inner(kernel, space->classes(codes)), expected, 1e-13);
  EXPECT_NEAR(space->inner(kernel, kernel), 1, 1e-13);
  const KernelVector constant = space->gaussian(std::vector<double>(n, 3.0));
  EXPECT_EQ(space->inner(constant, constant), 0);
}

TEST(KernelSpace, of_one_block_is_that_of_all_pairs) {
  constexpr std::size_t n = 25;
  const std::vector<double> x = random_numbers(n, 1);
  const std::vector<double> y = random_numbers(n, 2);
  const auto all = space_of_all_pairs(n, {}, context);
  const auto block = space_of_blocks({.rows = n, .size = n});
  EXPECT_NEAR(block->inner(block->gaussian(x), block->gaussian(y)),
              all->inner(all->gaussian(x), all->gaussian(y)), 1e-13);
}

}  // namespace
}  // namespace pith
