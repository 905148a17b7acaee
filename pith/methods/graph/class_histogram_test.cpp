// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/class_histogram.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

TEST(HistogramInformation, of_numbers_that_are_the_classes_is_nearly_1) {
  std::vector<double> numbers;
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < 40; ++row) {
    classes.push_back(row % 2 == 0 ? 0 : 1);
    numbers.push_back(classes.back());
  }
  const Column target = codes_column(classes);
  // 2 (ln 2 - traces of empty cells) / (2 ln 2 + traces of empty bins)
  EXPECT_NEAR(histogram_information(numbers, target), 1, 2e-3);
  for (std::size_t row = 0; row < 40; ++row)
    numbers[row] = row % 4 < 2 ? 0 : 1;
  EXPECT_NEAR(histogram_information(numbers, target), 0, 1e-4);
}

TEST(HistogramInformation, counts_edges_once_to_either_side) {
  // 1 lies on the edge between bins 4 and 5 of ten: to the left alone, to the right with its class.
  const std::vector<double> numbers{0, 1, 2};
  const Column target = codes_column({0, 0, 1});
  const double third = 1.0 / 3;
  const double e = 1e-5;
  double sum = third * std::log(third / (third * 2 * third));  // 0 in bin 0 of class 0
  sum += third * std::log(third / (third * third));            // 2 in bin 9 of class 1
  sum += third * std::log(third / (e * 2 * third));            // 1: in a bin that is empty alone
  const double empty = e / 3;
  for (int bin = 0; bin < 10; ++bin) {
    const double share = bin == 0 || bin == 4 || bin == 9 ? third : e;
    if (bin != 0 && bin != 5) sum += empty * std::log(empty / (share * 2 * third));
    if (bin != 9) sum += empty * std::log(empty / (share * third));
  }
  const double bins = -3 * third * std::log(third) - 7 * e * std::log(e);
  const double classes = -third * std::log(third) - 2 * third * std::log(2 * third);
  EXPECT_NEAR(histogram_information(numbers, target), 2 * sum / (bins + classes), 1e-12);
}

}  // namespace
}  // namespace families
}  // namespace pith
