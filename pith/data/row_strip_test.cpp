// SPDX-License-Identifier: Apache-2.0
#include "pith/data/row_strip.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

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

/// Columns of a part of a matrix that is stored by rows, from `left` on.
template <class T>
std::vector<NumberLayout> layouts(const std::vector<T>& values, NumberType type, std::size_t wide,
                                  std::size_t left = 0) {
  std::vector<NumberLayout> all;
  for (std::size_t col = left; col < wide; ++col) {
    all.push_back({.type = type,
                   .values = &values[col],
                   .rows = values.size() / wide,
                   .step = static_cast<std::ptrdiff_t>(wide * sizeof(T))});
  }
  return all;
}

void expect_twins(const std::vector<NumberLayout>& columns) {
  const std::vector<InvalidValues> found = find_invalid_values(columns, {.threads = 2});
  ASSERT_EQ(found.size(), columns.size());
  for (std::size_t col = 0; col < columns.size(); ++col) {
    const InvalidValues alone = find_invalid_values(columns[col]);
    EXPECT_EQ(found[col].infinite, alone.infinite) << col;
    EXPECT_EQ(found[col].inexact, alone.inexact) << col;
    EXPECT_EQ(found[col].missing.count(), alone.missing.count()) << col;
    for (std::size_t row = 0; row < columns[col].rows; ++row)
      EXPECT_EQ(found[col].missing.test(row), alone.missing.test(row)) << row << ' ' << col;
  }
}

TEST(RowStrip, finds_invalid_values_in_each_column) {
  const Random random(4, 0);
  for (const std::size_t wide : {2U, 5U, 300U, 5000U}) {
    std::vector<float> values(wide * 23, 1.5F);
    expect_twins(layouts(values, NumberType::float32, wide));
    for (std::size_t i = 0; i < 40; ++i)
      values[random.below(i, values.size())] = std::nanf("");
    expect_twins(layouts(values, NumberType::float32, wide));
    expect_twins(layouts(values, NumberType::float32, wide, 1));
    values[values.size() / 2] = -INFINITY;
    values[values.size() / 3] = INFINITY;
    expect_twins(layouts(values, NumberType::float32, wide));
    expect_twins(layouts(values, NumberType::float32, wide, 1));
  }
  std::vector<std::int64_t> integers(35, 7);
  integers[20] = (std::int64_t{1} << 53U) + 1;
  expect_twins(layouts(integers, NumberType::int64, 5));
}

TEST(RowStrip, finds_invalid_values_in_any_layout) {
  std::vector<double> values(60, 0.25);
  values[7] = std::nan("");
  values[31] = INFINITY;
  std::vector<NumberLayout> columns = layouts(values, NumberType::float64, 6);
  std::swap(columns[1], columns[4]);
  expect_twins(columns);
  columns.assign(1, {.values = values.data(), .rows = values.size()});
  expect_twins(columns);
  columns.push_back({.values = values.data() + 8, .rows = 20});
  expect_twins(columns);
  // Rows from the last to the first.
  columns = layouts(values, NumberType::float64, 6);
  for (NumberLayout& column : columns) {
    column.values = static_cast<const double*>(column.values) + 54;
    column.step = -column.step;
  }
  expect_twins(columns);
  expect_twins({});
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
