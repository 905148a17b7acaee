// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/matrix_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

std::vector<double> random_numbers(std::size_t count, std::uint64_t stream) {
  const Random random(7, stream);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = 2 * random.uniform(i) - 1;
  return numbers;
}

TEST(Multiply, of_small_integers_is_exact_in_every_shape) {
  for (const std::size_t rows : {0U, 1U, 2U, 3U, 4U, 5U, 9U}) {
    for (const std::size_t inner : {0U, 1U, 7U, 255U, 256U, 257U, 600U}) {
      for (const std::size_t columns : {0U, 1U, 5U, 6U, 12U, 13U, 24U, 49U}) {
        const Random random(rows, 10 * inner + columns);
        const std::size_t gap = 3;  // of the strides beyond the columns
        std::vector<double> a(rows * (inner + gap));
        std::vector<double> b(inner * (columns + gap));
        for (std::size_t i = 0; i < a.size(); ++i)
          a[i] = static_cast<double>(random.below(i, 19)) - 9;
        for (std::size_t i = 0; i < b.size(); ++i)
          b[i] = static_cast<double>(random.below(a.size() + i, 19)) - 9;
        std::vector<double> expected(rows * (columns + gap), 0.5);
        std::vector<double> found = expected;
        for (std::size_t row = 0; row < rows; ++row) {
          for (std::size_t column = 0; column < columns; ++column) {
            double sum = 0;
            for (std::size_t k = 0; k < inner; ++k)
              sum += a[row * (inner + gap) + k] * b[k * (columns + gap) + column];
            expected[row * (columns + gap) + column] = sum;
          }
        }
        multiply(Input(a.data(), rows, inner, inner + gap, 1),
                 Input(b.data(), inner, columns, columns + gap, 1),
                 Output(found.data(), rows, columns, columns + gap, 1));
        EXPECT_EQ(found, expected) << rows << " x " << inner << " x " << columns;
      }
    }
  }
}

TEST(Multiply, gives_the_same_bits_wherever_an_element_lies) {
  const std::size_t rows = 7;
  const std::size_t inner = 300;
  const std::size_t columns = 53;
  const auto a = random_numbers(rows * inner, 1);
  const auto b = random_numbers(inner * columns, 2);
  std::vector<double> whole(rows * columns);
  multiply(Input::row_major(a.data(), rows, inner), Input::row_major(b.data(), inner, columns),
           Output::row_major(whole.data(), rows, columns));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      double alone = 0;
      multiply(Input(&a[row * inner], 1, inner, inner, 1), Input(&b[column], inner, 1, columns, 1),
               Output::row_major(&alone, 1, 1));
      EXPECT_EQ(alone, whole[row * columns + column]) << row << ", " << column;
    }
  }
}

TEST(Multiply, takes_a_transposed_matrix_on_the_right) {
  const std::size_t rows = 9;
  const std::size_t inner = 300;
  const std::size_t columns = 31;
  const auto a = random_numbers(rows * inner, 1);
  const auto b = random_numbers(columns * inner, 2);
  std::vector<double> copy(inner * columns);
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t k = 0; k < inner; ++k)
      copy[k * columns + i] = b[i * inner + k];
  }
  std::vector<double> expected(rows * columns);
  std::vector<double> found(rows * columns);
  multiply(Input::row_major(a.data(), rows, inner), Input::row_major(copy.data(), inner, columns),
           Output::row_major(expected.data(), rows, columns));
  multiply(Input::row_major(a.data(), rows, inner),
           Input::row_major(b.data(), columns, inner).transposed(),
           Output::row_major(found.data(), rows, columns));
  EXPECT_EQ(found, expected);
}

TEST(Multiply, of_floats_is_exact_for_small_integers) {
  const std::size_t inner = 270;
  for (const std::size_t size : {1U, 5U, 24U, 25U, 50U}) {
    std::vector<float> a(size * inner);
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = static_cast<float>(Random(3, size).below(i, 7)) - 3;
    std::vector<float> found(size * size);
    const auto view = MatrixView<const float>::row_major(a.data(), size, inner);
    multiply(view, view.transposed(), MatrixView<float>::row_major(found.data(), size, size));
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        float sum = 0;
        for (std::size_t k = 0; k < inner; ++k)
          sum += a[i * inner + k] * a[j * inner + k];
        EXPECT_EQ(found[i * size + j], sum);
      }
    }
  }
}

TEST(PoleSums, equal_the_plain_sums) {
  for (const std::size_t count : {0U, 1U, 3U, 4U, 8U, 101U}) {
    const auto poles = random_numbers(count, 3);
    std::vector<double> weights = random_numbers(count, 4);
    PoleSums expected;
    for (std::size_t i = 0; i < count; ++i) {
      weights[i] = std::abs(weights[i]);
      const double distance = poles[i] - 0.25 - 0.125;
      expected.value += weights[i] / distance;
      expected.slope += weights[i] / (distance * distance);
      expected.magnitude += std::abs(weights[i] / distance);
    }
    const PoleSums found = pole_sums(poles, weights, 0.25, 0.125);
    EXPECT_NEAR(found.value, expected.value, 1e-14 * expected.magnitude) << count;
    EXPECT_NEAR(found.slope, expected.slope, 1e-14 * expected.slope) << count;
    EXPECT_NEAR(found.magnitude, expected.magnitude, 1e-14 * expected.magnitude) << count;
  }
}

TEST(PoleSums, take_the_offset_from_the_difference_of_poles) {
  // 1 + 1e-20 is 1 in doubles; the distance from the pole at 1 is still -1e-20.
  const std::vector<double> poles(9, 1.0);
  const std::vector<double> weights(9, 1e-20);
  const PoleSums found = pole_sums(poles, weights, 1, 1e-20);
  EXPECT_NEAR(found.value, -9, 1e-14);
  EXPECT_NEAR(found.slope * 1e-20, 9, 1e-14);
  EXPECT_NEAR(found.magnitude, 9, 1e-14);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
