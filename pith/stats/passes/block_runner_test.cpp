// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/block_runner.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/data/blocks/table_blocks.h"
#include "pith/stats/passes/tables_pass.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

const std::vector<std::uint32_t> classes = {0, 1, 1, 0, 1, 0, 1};

Table small_table() {
  return table_of({codes_column({0, 1, 2, 0, 1, 2, 2}), codes_column({1, 1, 0, 0, 1, 0, 1})},
                  classes);
}

Encoding encoding_of(const Table& table) {
  Encoding encoding;
  encoding.target = {.field = table.features(), .name = "y", .names = {"0", "1"}};
  for (Feature i = 0; i < table.features(); ++i) {
    encoding.features.push_back({.kind = FeatureEncoding::Kind::levels,
                                 .field = i,
                                 .name = table.name(i),
                                 .levels = table.feature(i).level_names()});
  }
  return encoding;
}

TEST(BlockRunner, counts_the_rows_of_all_blocks) {
  const Table table = small_table();
  for (const std::size_t block_rows : {1, 3, 7, 100}) {
    const TableBlocks blocks(table, block_rows);
    BlockRunner runner(blocks);
    runner.encode(encoding_of(table), Context{});
    const auto state = run_pass<ClassTablesState>(runner, ClassTablesPass({3, 2}, 2), Context{});
    const auto first = state->table(0);
    EXPECT_EQ(std::vector<std::uint64_t>(first.begin(), first.end()),
              (std::vector<std::uint64_t>{2, 0, 0, 2, 1, 2}));
  }
}

TEST(BlockRunner, gives_codes_as_a_table_whose_rows_are_sorted_by_class_in_each_block) {
  const Table table = small_table();
  const TableBlocks blocks(table, 4);
  BlockRunner runner(blocks);
  EXPECT_EQ(runner.table(), nullptr);
  runner.encode(encoding_of(table), Context{});
  ASSERT_NE(runner.table(), nullptr);
  const Table& codes = *runner.table();
  ASSERT_EQ(codes.rows(), table.rows());
  EXPECT_EQ(codes.classes(), 2U);
  const std::vector<std::size_t> rows = {0, 3, 1, 2, 5, 4, 6};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    EXPECT_EQ(codes.target().code(row), classes[rows[row]]);
    EXPECT_EQ(codes.feature(0).code(row), table.feature(0).code(rows[row]));
    EXPECT_EQ(codes.feature(1).code(row), table.feature(1).code(rows[row]));
  }
}

TEST(BlockRunner, has_no_table_of_numbers) {
  const Table table = table_of({{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5}}, classes);
  const TableBlocks blocks(table);
  BlockRunner runner(blocks);
  Encoding encoding = encoding_of(table);
  encoding.features[0].kind = FeatureEncoding::Kind::grid;
  encoding.features[0].levels.clear();
  runner.encode(encoding, Context{});
  EXPECT_EQ(runner.table(), nullptr);
}

}  // namespace
}  // namespace pith
