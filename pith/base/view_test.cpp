// SPDX-License-Identifier: Apache-2.0
#include "pith/base/view.h"

#include <gtest/gtest.h>

#include <array>

namespace pith {
namespace {

TEST(MatrixView, reads_row_major_and_column_major_memory) {
  const std::array<int, 6> memory{1, 2, 3, 4, 5, 6};
  const auto by_rows = MatrixView<const int>::row_major(memory.data(), 2, 3);
  const auto by_columns = MatrixView<const int>::column_major(memory.data(), 2, 3);
  EXPECT_EQ(by_rows(1, 0), 4);
  EXPECT_EQ(by_columns(1, 0), 2);
  EXPECT_EQ(by_columns(1, 2), 6);
}

TEST(MatrixView, transposes_without_a_copy) {
  const std::array<int, 6> memory{1, 2, 3, 4, 5, 6};
  const auto view = MatrixView<const int>::row_major(memory.data(), 2, 3).transposed();
  ASSERT_EQ(view.extent(0), 3U);
  ASSERT_EQ(view.extent(1), 2U);
  EXPECT_EQ(view(2, 1), 6);
  EXPECT_EQ(view.data_handle(), memory.data());
}

}  // namespace
}  // namespace pith
