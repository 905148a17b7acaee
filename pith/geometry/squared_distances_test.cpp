// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/squared_distances.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

TEST(SquaredDistances, are_the_plain_sums_bit_by_bit) {
  const Random random(3, 0);
  for (const std::size_t count : {1U, 5U, 16U, 37U}) {
    for (const std::size_t columns : {1U, 3U, 20U}) {
      const std::size_t width = columns + 2;  // rows are the front of wider ones
      std::vector<double> numbers((count + 7) * width);
      for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = random.uniform(i) - 0.5;
      const MatrixView<const double> known(numbers.data(), count, columns, width, 1);
      const MatrixView<const double> queries(&numbers[count * width], 7, columns, width, 1);
      const SquaredDistances distances(known);
      std::vector<double> found(7 * distances.stride());
      distances.measure(queries, found.data());
      for (std::size_t i = 0; i < 7; ++i) {
        for (std::size_t row = 0; row < count; ++row) {
          double sum = 0;
          for (std::size_t column = 0; column < columns; ++column) {
            const double difference = queries(i, column) - known(row, column);
            sum += difference * difference;
          }
          EXPECT_EQ(found[i * distances.stride() + row], sum);
        }
      }
    }
  }
}

}  // namespace
}  // namespace geometry
}  // namespace pith
