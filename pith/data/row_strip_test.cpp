// SPDX-License-Identifier: Apache-2.0
#include "pith/data/row_strip.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pith {
namespace {

constexpr std::size_t rows = 7;
constexpr std::size_t width = 5;

/// Columns of a matrix that is stored by rows; value 10 * row + column.
struct Matrix {
  std::vector<float> values = std::vector<float>(rows * width);

  Matrix() {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(10 * (i / width) + i % width);
  }
  Column column(std::size_t index, Mask missing = {}) const {
    return Column::borrow({.type = NumberType::float32,
                           .values = values.data() + index,
                           .rows = rows,
                           .step = width * sizeof(float)},
                          nullptr, std::move(missing));
  }
};

TEST(RowStrip, is_neighbours_of_one_matrix) {
  const Matrix matrix;
  const Matrix other;
  const Column a = matrix.column(1);
  const Column b = matrix.column(2);
  const Column d = matrix.column(4);
  const Column alien = other.column(2);
  const Column dense = a.as_doubles();
  const auto is_strip = [](std::vector<const Column*> columns) {
    return RowStrip::of(columns).has_value();
  };
  EXPECT_TRUE(is_strip({&a, &b}));
  EXPECT_FALSE(is_strip({&b, &a}));
  EXPECT_FALSE(is_strip({&a, &d}));
  EXPECT_FALSE(is_strip({&a, &alien}));
  EXPECT_FALSE(is_strip({&a, &dense}));
  EXPECT_FALSE(is_strip({&dense}));
  EXPECT_FALSE(is_strip({}));
  const std::vector<const Column*> both = {&a, &b};
  double out[2] = {};
  RowStrip::of(both)->widen_row(3, out);
  EXPECT_EQ(out[0], 31);
  EXPECT_EQ(out[1], 32);
}

TEST(RowStrip, gives_the_same_doubles_as_column_by_column) {
  const Matrix matrix;
  Mask missing;
  missing.set(6);
  std::vector<Column> columns;
  for (std::size_t i = 0; i < width; ++i)
    columns.push_back(matrix.column(i, i == 2 ? missing : Mask()));
  columns[1] = columns[1].declared_numeric();
  const std::vector<Column> found = as_doubles(columns);
  ASSERT_EQ(found.size(), width);
  for (std::size_t i = 0; i < width; ++i) {
    EXPECT_EQ(found[i].layout(), nullptr);
    EXPECT_EQ(found[i].is_declared_numeric(), i == 1);
    for (std::size_t row = 0; row < rows; ++row) {
      if (i == 2 && row == 6) {
        EXPECT_TRUE(std::isnan(found[i].number(row)));
      } else {
        EXPECT_EQ(found[i].number(row), static_cast<double>(10 * row + i));
      }
    }
  }
}

TEST(RowStrip, leaves_other_columns_as_they_are) {
  const std::vector<std::uint32_t> codes = {0, 1};
  const std::vector<Column> columns = {Column::from_codes(codes, {"a", "b"}),
                                       Column::from_numbers({1, 2})};
  const std::vector<Column> found = as_doubles(columns);
  EXPECT_TRUE(found[0].is_codes());
  EXPECT_EQ(found[1].numbers().data(), columns[1].numbers().data());
}

}  // namespace
}  // namespace pith
