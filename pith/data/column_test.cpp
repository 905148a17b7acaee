// SPDX-License-Identifier: Apache-2.0
#include "pith/data/column.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/context.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Mask mask_of(std::initializer_list<std::size_t> rows) {
  Mask mask;
  for (const std::size_t row : rows)
    mask.set(row);
  return mask;
}

TEST(Mask, remembers_rows) {
  const Mask mask = mask_of({0, 70});
  EXPECT_TRUE(mask.any());
  EXPECT_EQ(mask.count(), 2U);
  EXPECT_TRUE(mask.test(70));
  EXPECT_FALSE(mask.test(69));
  EXPECT_FALSE(mask.test(7000));
  EXPECT_FALSE(Mask().any());
}

TEST(Column, holds_numbers) {
  const Column column = Column::from_numbers({1, nan, 3}, mask_of({1}));
  EXPECT_TRUE(column.is_numbers());
  EXPECT_EQ(column.rows(), 3U);
  EXPECT_EQ(column.numbers()[2], 3);
  EXPECT_TRUE(column.has_missing());
}

TEST(Column, borrows_without_copying_and_keeps_the_owner_alive) {
  auto owner = std::make_shared<std::vector<double>>(std::vector<double>{1, 2});
  const double* memory = owner->data();
  const Column column = Column::borrow_numbers(*owner, owner);
  owner.reset();
  EXPECT_EQ(column.numbers().data(), memory);
  EXPECT_EQ(column.numbers()[1], 2);
}

TEST(Column, keeps_codes_in_the_narrowest_type) {
  const auto width = [](std::size_t levels) {
    const std::vector<std::uint32_t> codes{0, static_cast<std::uint32_t>(levels - 1)};
    const Column column = Column::from_codes(codes, std::vector<std::string>(levels, "x"));
    EXPECT_EQ(column.code(1), levels - 1);
    return std::visit([](auto view) { return sizeof(view[0]); }, column.codes());
  };
  EXPECT_EQ(width(256), 1U);
  EXPECT_EQ(width(257), 2U);
  EXPECT_EQ(width(65536), 2U);
  EXPECT_EQ(width(65537), 4U);
}

TEST(Column, takes_over_codes_of_one_or_two_bytes) {
  Mask missing;
  missing.set(2);
  std::vector<std::string> levels;
  for (int i = 0; i < 300; ++i)
    levels.push_back(std::to_string(i));
  const Column column = Column::from_shorts({299, 1, 0}, levels, missing);
  EXPECT_EQ(column.level(column.code(0)), "299");
  EXPECT_EQ(column.code(1), 1U);
  EXPECT_TRUE(column.missing().test(2) && !column.missing().test(1));
  EXPECT_TRUE(std::holds_alternative<std::span<const std::uint16_t>>(column.codes()));
  const Column bytes = Column::from_bytes({1, 0}, {"a", "b"});
  EXPECT_TRUE(std::holds_alternative<std::span<const std::uint8_t>>(bytes.codes()));
  EXPECT_EQ(bytes.code(0), 1U);
}

TEST(Column, takes_rows_in_order) {
  const Column numbers = Column::from_numbers({1, nan, 3}, mask_of({1}));
  const std::vector<std::size_t> rows{2, 1, 2};
  EXPECT_EQ(numbers.take(rows).numbers()[2], 3);
  EXPECT_TRUE(numbers.take(rows).missing().test(1));
  EXPECT_TRUE(numbers.declared_numeric().take(rows).is_declared_numeric());
  const std::vector<std::uint32_t> codes{0, 1, 2};
  EXPECT_EQ(Column::from_codes(codes, {"a", "b", "c"}).take(rows).code(0), 2U);
}

TEST(AsCodes, orders_levels_by_value_not_by_row) {
  const Column codes = as_codes(Column::from_numbers({10, -2, nan, 10, 9}, mask_of({2})));
  EXPECT_EQ(codes.level_names(), (std::vector<std::string>{"-2", "9", "10"}));
  EXPECT_EQ(codes.code(0), 2U);
  EXPECT_EQ(codes.code(4), 1U);
  EXPECT_TRUE(codes.missing().test(2));
}

TEST(IsConstant, counts_missing_as_a_value) {
  EXPECT_TRUE(is_constant(Column::from_numbers({2, 2})));
  EXPECT_FALSE(is_constant(Column::from_numbers({2, 3})));
  EXPECT_FALSE(is_constant(Column::from_numbers({2, nan}, mask_of({1}))));
  EXPECT_TRUE(is_constant(Column::from_numbers({nan, nan}, mask_of({0, 1}))));
  EXPECT_TRUE(is_constant(Column::from_codes(std::vector<std::uint32_t>{1, 1}, {"a", "b"})));
}

TEST(IsIntegerCoded, needs_few_integers_that_nobody_declared_numeric) {
  std::vector<double> values(32);
  std::iota(values.begin(), values.end(), -3.0);
  EXPECT_FALSE(is_integer_coded(Column::from_numbers(values))) << "one value for each row";
  values.insert(values.end(), {-3, -2, -1});
  EXPECT_TRUE(is_integer_coded(Column::from_numbers(values)));
  EXPECT_FALSE(is_integer_coded(Column::from_numbers(values).declared_numeric()));
  values.push_back(100);
  EXPECT_FALSE(is_integer_coded(Column::from_numbers(values)));
  EXPECT_FALSE(is_integer_coded(Column::from_numbers({1, 2.5})));
}

TEST(Column, keeps_dates_and_stray_tokens_when_rows_are_taken) {
  Mask missing;
  missing.set(2);
  const Column dates = Column::from_numbers({1, 2, std::nan("")}, missing)
                           .as_date()
                           .with_stray({{.token = "<LOD", .count = 1, .row = 2, .line = 4}});
  const Column taken = dates.take(std::vector<std::size_t>{2, 0});
  EXPECT_TRUE(taken.is_date());
  ASSERT_EQ(taken.stray().size(), 1U);
  EXPECT_EQ(taken.stray()[0].token, "<LOD");
  EXPECT_FALSE(Column::from_numbers({1}).is_date());
  EXPECT_TRUE(Column::from_numbers({1}).stray().empty());
}

TEST(Column, knows_the_memory_that_it_takes) {
  EXPECT_EQ(Column::from_numbers({1, 2, 3}).bytes(), 3 * sizeof(double));
  Mask missing;
  missing.set(1);
  const Column codes = Column::from_bytes({0, 0, 1}, {"a", std::string(100, 'b')}, missing);
  EXPECT_GE(codes.bytes(), 3 + missing.bytes() + 2 * sizeof(std::string) + 101);
}

TEST(Column, holds_a_reservation_as_long_as_a_copy_lives) {
  const Context context{.memory = 100};
  auto reservation = std::make_shared<const Reservation>(context.reserve(60, "a column"));
  std::optional<Column> column = Column::from_numbers({1, 2}).holding(std::move(reservation));
  std::optional<Column> copy = column->as_date();
  column.reset();
  EXPECT_EQ(context.memory_available(), 40U);
  copy.reset();
  EXPECT_EQ(context.memory_available(), 100U);
}

}  // namespace
}  // namespace pith
