// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/equal_rows.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(EqualRows, are_found_at_their_first_occurrence) {
  const std::vector<double> numbers{1, 2, 3, 4, 1, 2, 0, 0, -0.0, 0, 3, 4, 2, 1};
  EXPECT_EQ(first_equal_rows(MatrixView<const double>::row_major(numbers.data(), 7, 2)),
            (std::vector<std::size_t>{0, 1, 0, 3, 3, 1, 6}));
}

}  // namespace
}  // namespace pith
