// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/table_blocks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/data/boolean.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

Mask mask_of(std::initializer_list<std::size_t> rows) {
  Mask mask;
  for (const std::size_t row : rows)
    mask.set(row);
  return mask;
}

/// Numbers in every layout, codes of every width, missing values in some.
Columns all_layouts(std::size_t rows) {
  const Random random(5, 0);
  Columns columns;
  const auto add = [&](const Column& column) {
    columns.names.push_back("c" + std::to_string(columns.names.size()));
    columns.columns.push_back(column);
  };
  std::vector<double> numbers(rows);
  for (std::size_t row = 0; row < rows; ++row)
    numbers[row] = random.uniform(row);
  add(Column::from_numbers(numbers));
  numbers[3] = numbers[rows - 1] = std::nan("");
  add(Column::from_numbers(numbers, mask_of({3, rows - 1})));
  auto shorts = std::make_shared<std::vector<std::int16_t>>(3 * rows);
  for (std::size_t i = 0; i < shorts->size(); ++i)
    (*shorts)[i] = static_cast<std::int16_t>(i * 7);
  add(Column::borrow(
      {.type = NumberType::int16, .values = shorts->data() + 1, .rows = rows, .step = 6}, shorts,
      mask_of({70})));
  add(Column::borrow({.type = NumberType::int16, .values = shorts->data(), .rows = rows}, shorts));
  struct Sparse {
    std::vector<float> values;
    std::vector<std::int32_t> rows;
  };
  auto sparse = std::make_shared<Sparse>();
  for (std::size_t row = 2; row < rows; row += 5) {
    sparse->values.push_back(static_cast<float>(row) / 4);
    sparse->rows.push_back(static_cast<std::int32_t>(row));
  }
  add(Column::borrow({.type = NumberType::float32,
                      .values = sparse->values.data(),
                      .rows = rows,
                      .stored = std::span<const std::int32_t>(sparse->rows)},
                     sparse));
  auto masked = std::make_shared<std::vector<double>>(rows, 1.5);
  add(Column::borrow({.values = masked->data(), .rows = rows}, masked, mask_of({64, 128})));
  add(codes_column(random_codes(rows, 3, 1), mask_of({0, 63, 64})));
  add(codes_column(random_codes(rows, 300, 2)));
  return columns;
}

void expect_equal(const Column& part, const Column& whole, std::size_t first) {
  ASSERT_EQ(part.kind(), whole.kind());
  for (std::size_t row = 0; row < part.rows(); ++row) {
    ASSERT_EQ(part.missing().test(row), whole.missing().test(first + row)) << first + row;
    if (part.is_codes()) {
      ASSERT_EQ(part.code(row), whole.code(first + row));
    } else if (!part.missing().test(row)) {
      ASSERT_EQ(part.number(row), whole.number(first + row));
    } else {
      ASSERT_TRUE(std::isnan(part.number(row)));
    }
  }
}

TEST(TableBlocks, gives_all_rows_in_order_whatever_the_size_of_a_block) {
  const Columns columns = all_layouts(301);
  for (const std::size_t size : {1, 7, 64, 100, 1000}) {
    const TableBlocks blocks(columns, size);
    const std::vector<std::size_t> fields = {7, 0, 1, 2, 3, 4, 5, 6};
    std::size_t first = 0;
    blocks.read(fields,
                [&](const RowBlock& block) {
                  ASSERT_EQ(block.columns.size(), fields.size());
                  ASSERT_EQ(block.rows, std::min(size, 301 - first));
                  for (std::size_t i = 0; i < fields.size(); ++i) {
                    ASSERT_EQ(block.columns[i].rows(), block.rows);
                    expect_equal(block.columns[i], columns.columns[fields[i]], first);
                  }
                  first += block.rows;
                },
                {});
    EXPECT_EQ(first, 301U);
  }
}

TEST(TableBlocks, share_the_memory_and_the_levels_of_the_columns) {
  const Columns columns = all_layouts(200);
  const TableBlocks blocks(columns, 50);
  std::size_t first = 0;
  blocks.read(std::vector<std::size_t>{0, 6},
              [&](const RowBlock& block) {
                EXPECT_EQ(block.columns[0].numbers().data(),
                          columns.columns[0].numbers().data() + first);
                EXPECT_EQ(&block.columns[1].level_names(), &columns.columns[6].level_names());
                first += block.rows;
              },
              {});
  EXPECT_EQ(first, 200U);
}

TEST(TableBlocks, read_in_place_where_the_missing_values_are_in_other_blocks) {
  const Columns columns = all_layouts(200);  // column 5: doubles, missing in rows 64 and 128
  ASSERT_NE(columns.columns[5].layout(), nullptr);
  std::vector<bool> in_place;
  TableBlocks(columns, 50)
      .read(std::vector<std::size_t>{5},
            [&](const RowBlock& block) {
              in_place.push_back(block.columns[0].layout() == nullptr);
              EXPECT_EQ(block.columns[0].has_missing(), !in_place.back());
            },
            {});
  EXPECT_EQ(in_place, (std::vector<bool>{true, false, false, true}));
}

TEST(TableBlocks, describe_the_columns) {
  Columns columns{.names = {"a", "b", "c", "d"},
                  .columns = {Column::from_numbers({1, std::nan("")}, mask_of({1}))
                                  .as_date()
                                  .with_stray({{"?", 1, 1}}),
                              Column::from_numbers({1, 2}).declared_numeric(),
                              boolean_column({0, 1}), codes_column({0, 1})},
                  .notes = {"n"},
                  .source = "s",
                  .sha256 = "h"};
  const BlockSchema schema = TableBlocks(columns).schema();
  EXPECT_EQ(schema.rows, 2U);
  EXPECT_EQ(schema.source, "s");
  EXPECT_EQ(schema.sha256, "h");
  EXPECT_EQ(schema.notes, std::vector<std::string>{"n"});
  ASSERT_EQ(schema.fields.size(), 4U);
  EXPECT_TRUE(schema.fields[0].is_date);
  EXPECT_EQ(schema.fields[0].stray, "1 of 2 values is not a date: '?' (row 1)");
  EXPECT_EQ(schema.fields[1].stray, "");
  EXPECT_TRUE(schema.fields[1].is_declared_numeric);
  EXPECT_TRUE(schema.fields[2].is_boolean);
  EXPECT_EQ(schema.fields[2].kind, Column::Kind::codes);
  EXPECT_FALSE(schema.fields[3].is_boolean);
  EXPECT_EQ(schema.fields[3].name, "d");
}

TEST(TableBlocks, of_a_table_have_the_target_last) {
  const Table table = table_of({{1, 2}, {3, 4}}, {0, 1});
  const TableBlocks blocks(table, 1);
  ASSERT_EQ(blocks.schema().fields.size(), 3U);
  EXPECT_EQ(blocks.schema().fields[2].name, "y");
  std::vector<std::uint32_t> classes;
  blocks.read(std::vector<std::size_t>{2},
              [&](const RowBlock& block) { classes.push_back(block.columns[0].code(0)); }, {});
  EXPECT_EQ(classes, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Mask, slice_gives_the_bits_of_these_rows) {
  const Random random(3, 0);
  Mask mask;
  for (std::size_t row = 0; row < 300; ++row) {
    if (random.below(row, 40) == 0) mask.set(row);
  }
  for (std::size_t first = 0; first < 400; ++first) {
    for (const std::size_t count : {0, 1, 7, 63, 64, 65, 128, 300}) {
      const Mask part = mask.slice(first, count);
      bool any = false;
      for (std::size_t row = 0; row < count; ++row) {
        ASSERT_EQ(part.test(row), mask.test(first + row)) << first << ' ' << count << ' ' << row;
        any = any || part.test(row);
      }
      ASSERT_FALSE(part.test(count));
      ASSERT_EQ(part.any(), any);
    }
  }
}

}  // namespace
}  // namespace pith
