// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/inner_products.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

std::vector<double> uniform(std::size_t count, std::uint64_t seed) {
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = Random(seed, 0).uniform(i) - 0.5;
  return numbers;
}

/// Eight partial sums, as the header promises.
double twin(const double* a, const double* b, std::size_t size) {
  double s[8] = {};
  for (std::size_t j = 0; j < size; ++j)
    s[j % 8] += a[j] * b[j];
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

TEST(InnerProducts, have_the_bits_of_eight_partial_sums) {
  for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 31U, 200U}) {
    constexpr std::size_t count = 11;
    const std::vector<double> rows = uniform(count * (size + 3), 1);
    const std::vector<double> vector = uniform(size, 2);
    std::vector<double> out(count);
    inner_products(MatrixView<const double>(rows.data(), count, size, size + 3, 1), vector, out);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(out[i], twin(&rows[i * (size + 3)], vector.data(), size)) << size;
  }
}

TEST(InnerProducts, of_one_row_are_the_same) {
  const std::vector<double> a = uniform(29, 3);
  const std::vector<double> b = uniform(29, 4);
  EXPECT_EQ(inner_product(a, b), twin(a.data(), b.data(), 29));
}

}  // namespace
}  // namespace pith
