// SPDX-License-Identifier: Apache-2.0
#include "pith/data/identifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

std::vector<double> running(std::size_t count, double first = 0, double step = 1) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = first + step * static_cast<double>(i);
  return values;
}

std::vector<double> shuffled(std::vector<double> values) {
  const auto order = Random(1, 2).permutation(values.size());
  std::vector<double> other;
  for (const std::size_t i : order)
    other.push_back(values[i]);
  return other;
}

bool is_id(std::vector<double> values, std::string_view name = "x") {
  return is_identifier(Column::from_numbers(std::move(values)), name);
}

/// Text of which the first `distinct` values occur; the rest repeats the first one.
Column text(std::size_t rows, std::size_t distinct, Mask missing = {}) {
  std::vector<std::uint32_t> codes(rows, 0);
  std::iota(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(distinct), 0U);
  std::vector<std::string> levels;
  for (std::size_t i = 0; i < distinct; ++i)
    levels.push_back("v" + std::to_string(i));
  return Column::from_codes(codes, std::move(levels), std::move(missing));
}

TEST(Identifier, is_text_with_nearly_one_value_per_row) {
  EXPECT_TRUE(is_identifier(text(100, 100), "comment"));
  EXPECT_TRUE(is_identifier(text(100, 95), "comment"));
  EXPECT_FALSE(is_identifier(text(100, 94), "comment"));
  EXPECT_TRUE(is_identifier(text(10, 10), "x"));
  EXPECT_FALSE(is_identifier(text(9, 9), "id"));
}

TEST(Identifier, does_not_count_missing_text_and_levels_without_rows) {
  Mask missing;
  for (std::size_t row = 60; row < 100; ++row)
    missing.set(row);
  EXPECT_TRUE(is_identifier(text(100, 60, missing), "x"));
  std::vector<std::string> levels(100);
  for (std::size_t i = 0; i < levels.size(); ++i)
    levels[i] = "v" + std::to_string(i);
  EXPECT_FALSE(is_identifier(Column::from_codes(std::vector<std::uint32_t>(100, 3), levels), "x"));
}

TEST(Identifier, is_a_running_number_in_any_order_from_anywhere_by_any_step) {
  EXPECT_TRUE(is_id(running(100)));
  EXPECT_TRUE(is_id(running(100, -7, 1)));
  EXPECT_TRUE(is_id(running(100, 1000, 10)));
  EXPECT_TRUE(is_id(running(100, 5, -1)));
  EXPECT_TRUE(is_id(shuffled(running(100, 3, 4))));
  EXPECT_TRUE(is_id(running(10)));
  EXPECT_FALSE(is_id(running(9)));
  EXPECT_FALSE(is_id(running(100, 0, 0.5)));
  EXPECT_FALSE(is_id(std::vector<double>(100, 4)));
  std::vector<double> twice = running(100);
  twice[50] = 51;
  EXPECT_FALSE(is_id(twice, "id"));
  std::vector<double> late = running(1000);
  late[999] = 999.5;
  EXPECT_FALSE(is_id(late, "id"));
}

TEST(Identifier, is_a_running_number_of_which_a_few_rows_were_removed) {
  std::vector<double> values = running(200, 1);
  values.erase(values.begin() + 17);
  values.erase(values.begin() + 90, values.begin() + 96);
  EXPECT_TRUE(is_id(values));
  EXPECT_FALSE(is_id(shuffled(values)));  // without their order, they are measurements
  values.erase(values.begin() + 100, values.begin() + 110);
  EXPECT_FALSE(is_id(values));
}

TEST(Identifier, is_no_measurement_with_nearly_one_value_per_row) {
  std::vector<double> incomes;
  for (std::size_t i = 0; i < 400; ++i)
    incomes.push_back(20'000 + static_cast<double>(Random(3, 4).below(i, 90'000)));
  std::sort(incomes.begin(), incomes.end());
  incomes.erase(std::unique(incomes.begin(), incomes.end()), incomes.end());
  EXPECT_FALSE(is_id(incomes, "income"));
  EXPECT_FALSE(is_id(shuffled(incomes), "income"));
  EXPECT_TRUE(is_nearly_unique(Column::from_numbers(incomes)));
  EXPECT_TRUE(is_id(shuffled(incomes), "account_id"));
}

TEST(Identifier, goes_by_the_name_of_integers_that_never_repeat) {
  const std::vector<double> values = {8, 3, 1, 44, 6, 9, 100, 7, 23, 11, 70};
  for (const char* name :
       {"id", "ID", "Id", "patient_id", "Patient ID", "customerID", "PassengerId", "id.number",
        "user-id", "uuid", "index", "Index", "Unnamed: 0", "row.names", ""}) {
    EXPECT_TRUE(is_id(values, name)) << name;
  }
  for (const char* name : {"x", "paid", "humidity", "idea", "refractive_index", "width", "acid",
                           "index_of_refraction", "column 0", "f0"}) {
    EXPECT_FALSE(is_id(values, name)) << name;
  }
}

TEST(Identifier, is_no_date_and_nothing_that_was_declared_numeric) {
  const Column column = Column::from_numbers(running(100));
  EXPECT_FALSE(is_identifier(column.as_date(), "day"));
  EXPECT_FALSE(is_identifier(column.declared_numeric(), "id"));
}

TEST(Identifier, is_no_number_that_was_declared_categorical) {
  EXPECT_FALSE(is_identifier(as_codes(Column::from_numbers(running(100))), "id"));
}

TEST(Identifier, does_not_count_missing_numbers) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Mask missing;
  missing.set(3);
  missing.set(70);
  std::vector<double> values = running(100);
  values[3] = values[70] = nan;
  EXPECT_TRUE(is_identifier(Column::from_numbers(values, missing), "x"));
}

TEST(Identifier, is_found_in_borrowed_memory_of_any_type) {
  std::vector<std::int32_t> matrix(200);
  for (std::size_t row = 0; row < 100; ++row) {
    matrix[2 * row] = static_cast<std::int32_t>(99 - row);
    matrix[2 * row + 1] = static_cast<std::int32_t>(row * row % 97);
  }
  const auto column = [&](std::size_t index) {
    return Column::borrow({.type = NumberType::int32,
                           .values = matrix.data() + index,
                           .rows = 100,
                           .step = 2 * sizeof(std::int32_t)},
                          nullptr);
  };
  EXPECT_TRUE(is_identifier(column(0), "x"));
  EXPECT_FALSE(is_identifier(column(1), "id"));
}

std::vector<bool> found(const std::vector<Column>& columns, const std::vector<std::string>& names) {
  return find_identifiers(columns, names, {}, {});
}

TEST(Identifier, takes_the_name_of_a_reader_as_none_only_where_others_have_one) {
  const Column squares =
      Column::from_numbers({0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169});
  EXPECT_EQ(found({squares, squares}, {"column 0", "area"}), (std::vector<bool>{true, false}));
  EXPECT_EQ(found({squares, squares}, {"column 0", "column 1"}), (std::vector<bool>{false, false}));
  EXPECT_EQ(find_identifiers(std::vector{squares}, std::vector<std::string>{"column 0"},
                             std::vector<std::string>{"class"}, {}),
            std::vector<bool>{true});
}

TEST(Identifier, is_no_rank_among_ranks) {
  const Column ranks = Column::from_numbers(shuffled(running(50, 1)));
  const Column other = Column::from_numbers(std::vector<double>(50, 2.5));
  EXPECT_EQ(found({ranks, ranks, ranks, ranks, ranks, other}, {"a", "b", "c", "d", "e", "f"}),
            std::vector<bool>(6, false));
  EXPECT_EQ(found({ranks, ranks, ranks, ranks, ranks, other}, {"a", "b", "c", "d", "e", "id"}),
            std::vector<bool>(6, false));
  EXPECT_EQ(found({ranks, ranks, other}, {"a", "b", "c"}), (std::vector<bool>{true, true, false}));
}

}  // namespace
}  // namespace pith
