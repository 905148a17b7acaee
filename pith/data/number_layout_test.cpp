// SPDX-License-Identifier: Apache-2.0
#include "pith/data/number_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "pith/data/column.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class T>
NumberType type_of();
#define PITH_TYPE(T, name)   \
  template <>                \
  NumberType type_of<T>() {  \
    return NumberType::name; \
  }
PITH_TYPE(double, float64)
PITH_TYPE(float, float32)
PITH_TYPE(std::int8_t, int8)
PITH_TYPE(std::int16_t, int16)
PITH_TYPE(std::int32_t, int32)
PITH_TYPE(std::int64_t, int64)
PITH_TYPE(std::uint8_t, uint8)
PITH_TYPE(std::uint16_t, uint16)
PITH_TYPE(std::uint32_t, uint32)
PITH_TYPE(std::uint64_t, uint64)
#undef PITH_TYPE

std::vector<double> widened(const NumberLayout& layout, std::size_t first, std::size_t count) {
  std::vector<double> out(count, -1);
  widen(layout, first, out);
  return out;
}

std::vector<double> all_of(const Column& column) {
  const Numbers numbers = column.numbers();
  return {numbers.begin(), numbers.end()};
}

template <class T>
class EveryType : public testing::Test {};
using Types = testing::Types<double, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                             std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(EveryType, Types);

TYPED_TEST(EveryType, is_widened_side_by_side) {
  const std::vector<TypeParam> values = {1, 2, 3, 100, 5, 6, 7};
  const NumberLayout layout{.type = type_of<TypeParam>(), .values = values.data(), .rows = 7};
  EXPECT_EQ(size_of(layout.type), sizeof(TypeParam));
  EXPECT_EQ(widened(layout, 0, 7), (std::vector<double>{1, 2, 3, 100, 5, 6, 7}));
  EXPECT_EQ(widened(layout, 3, 2), (std::vector<double>{100, 5}));
}

TYPED_TEST(EveryType, is_widened_with_steps_forward_and_back) {
  const std::vector<TypeParam> values = {1, 2, 3, 4, 5, 6};
  constexpr std::ptrdiff_t size = sizeof(TypeParam);
  const NumberLayout forward{
      .type = type_of<TypeParam>(), .values = values.data() + 1, .rows = 3, .step = 2 * size};
  EXPECT_EQ(widened(forward, 0, 3), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(widened(forward, 1, 2), (std::vector<double>{4, 6}));
  const NumberLayout back{
      .type = type_of<TypeParam>(), .values = values.data() + 5, .rows = 3, .step = -2 * size};
  EXPECT_EQ(widened(back, 0, 3), (std::vector<double>{6, 4, 2}));
}

TYPED_TEST(EveryType, is_widened_when_sparse) {
  const std::vector<TypeParam> values = {7, 8, 9};
  const std::vector<std::int32_t> rows = {1, 4, 5};
  const NumberLayout layout{
      .type = type_of<TypeParam>(), .values = values.data(), .rows = 7, .stored = rows};
  EXPECT_EQ(widened(layout, 0, 7), (std::vector<double>{0, 7, 0, 0, 8, 9, 0}));
  EXPECT_EQ(widened(layout, 2, 3), (std::vector<double>{0, 0, 8}));
  EXPECT_EQ(widened(layout, 6, 1), (std::vector<double>{0}));
}

TEST(NumberLayout, need_not_be_aligned) {
  std::vector<std::byte> bytes(4 * sizeof(double) + 1);
  const std::vector<double> values = {1.5, -2, 3, 4};
  std::memcpy(&bytes[1], values.data(), 4 * sizeof(double));
  const NumberLayout layout{.values = &bytes[1], .rows = 4};
  EXPECT_FALSE(layout.is_direct());
  EXPECT_EQ(widened(layout, 0, 4), values);
  EXPECT_EQ(all_of(Column::borrow(layout, nullptr)), values);
}

TEST(UnusualNumbers, are_found_wherever_they_are) {
  for (const std::size_t rows : {1UL, 7UL, 8UL, 9UL, 4096UL, 4097UL, 9000UL}) {
    for (const std::size_t place : {std::size_t{0}, rows / 2, rows - 1}) {
      std::vector<float> values(rows, 1e38F);  // whose sum is infinite, though none of them is
      const NumberLayout layout{.type = NumberType::float32, .values = values.data(), .rows = rows};
      EXPECT_FALSE(find_invalid_values(layout).infinite.has_value());
      EXPECT_FALSE(find_invalid_values(layout).missing.any());
      values[place] = -std::numeric_limits<float>::infinity();
      EXPECT_EQ(find_invalid_values(layout).infinite, place);
      values[place] = std::numeric_limits<float>::quiet_NaN();
      EXPECT_TRUE(find_invalid_values(layout).missing.test(place));
      EXPECT_EQ(find_invalid_values(layout).missing.count(), 1U);
    }
  }
}

TEST(UnusualNumbers, do_not_matter_where_a_value_is_missing) {
  const std::vector<double> values = {1, HUGE_VAL, nan, 2, HUGE_VAL};
  Mask missing;
  missing.set(1);
  const InvalidValues found = find_invalid_values({.values = values.data(), .rows = 5}, missing);
  EXPECT_EQ(found.infinite, 4U);
  EXPECT_TRUE(found.missing.test(1));
  EXPECT_TRUE(found.missing.test(2));
  EXPECT_EQ(found.missing.count(), 2U);
}

TEST(UnusualNumbers, of_a_sparse_column_are_named_by_row) {
  const std::vector<double> values = {1, nan, HUGE_VAL};
  const std::vector<std::int32_t> rows = {2, 5, 8};
  const InvalidValues found =
      find_invalid_values({.values = values.data(), .rows = 10, .stored = rows});
  EXPECT_TRUE(found.missing.test(5));
  EXPECT_EQ(found.infinite, 8U);
}

TEST(UnusualNumbers, are_integers_that_no_double_holds) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  const std::vector<std::int64_t> values = {1, -large + 1, large - 1, large + 1, -large};
  const NumberLayout layout{.type = NumberType::int64, .values = values.data(), .rows = 5};
  EXPECT_EQ(find_invalid_values(layout).inexact, 4U);
  EXPECT_FALSE(
      find_invalid_values({.type = NumberType::int64, .values = values.data(), .rows = 4}).inexact);
  Mask missing;
  missing.set(4);
  EXPECT_FALSE(find_invalid_values(layout, missing).inexact.has_value());
  const std::vector<std::uint64_t> most = {std::uint64_t{1} << 63, UINT64_MAX};
  EXPECT_EQ(
      find_invalid_values({.type = NumberType::uint64, .values = most.data(), .rows = 2}).inexact,
      1U);
}

TEST(BorrowedColumn, reads_like_doubles_of_its_own) {
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i % 7) * 0.1F;
  Mask missing;
  missing.set(3);
  missing.set(999);
  const NumberLayout layout{.type = NumberType::float32, .values = values.data(), .rows = 1000};
  const Column borrowed = Column::borrow(layout, nullptr, missing);
  const Column own = borrowed.as_doubles();
  ASSERT_EQ(own.layout(), nullptr);
  ASSERT_NE(borrowed.layout(), nullptr);
  EXPECT_TRUE(std::isnan(borrowed.number(3)));
  EXPECT_TRUE(std::isnan(borrowed.numbers()[999]));
  EXPECT_EQ(borrowed.number(5), static_cast<double>(0.5F));
  const std::vector<std::size_t> rows = {5, 3, 1, 1};
  const std::vector<double> taken = all_of(borrowed.take(rows));
  EXPECT_EQ(taken[0], own.number(5));
  EXPECT_TRUE(std::isnan(taken[1]));
  EXPECT_EQ(as_codes(borrowed).level_names(), as_codes(own).level_names());
  EXPECT_EQ(borrowed.numbers().data() == static_cast<const void*>(values.data()), false);
}

TEST(BorrowedColumn, is_not_copied_when_it_is_doubles) {
  const std::vector<double> values = {1, 2, 3};
  const Column column = Column::borrow({.values = values.data(), .rows = 3}, nullptr);
  EXPECT_EQ(column.numbers().data(), values.data());
  EXPECT_EQ(column.layout(), nullptr);
}

TEST(BorrowedColumn, is_missing_where_the_mask_says_whatever_lies_there) {
  const std::vector<double> values = {1, 2, 3};
  Mask missing;
  missing.set(1);
  const Column column = Column::borrow({.values = values.data(), .rows = 3}, nullptr, missing);
  EXPECT_TRUE(std::isnan(column.numbers()[1]));
  EXPECT_EQ(column.numbers()[2], 3);
}

TEST(BorrowedColumn, is_constant_only_if_all_its_values_are_the_same) {
  std::vector<std::uint8_t> values(1000, 4);
  const NumberLayout layout{.type = NumberType::uint8, .values = values.data(), .rows = 1000};
  EXPECT_TRUE(is_constant(Column::borrow(layout, nullptr)));
  values.back() = 5;
  EXPECT_FALSE(is_constant(Column::borrow(layout, nullptr)));
  EXPECT_TRUE(is_integer_coded(Column::borrow(layout, nullptr)));
  EXPECT_FALSE(is_integer_coded(Column::borrow(layout, nullptr).declared_numeric()));
}

TEST(BorrowedColumn, keeps_its_owner_alive) {
  auto owner = std::make_shared<std::vector<float>>(3, 1.5F);
  const std::weak_ptr<std::vector<float>> watched = owner;
  const NumberLayout layout{.type = NumberType::float32, .values = owner->data(), .rows = 3};
  {
    const Column column = Column::borrow(layout, std::move(owner)).declared_numeric();
    EXPECT_FALSE(watched.expired());
    EXPECT_EQ(column.number(2), 1.5);
  }
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace pith
