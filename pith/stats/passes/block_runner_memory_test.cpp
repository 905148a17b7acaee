// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/stats/passes/block_runner.h"
#include "pith/stats/passes/scatter_pass.h"
#include "pith/stats/passes/tables_pass.h"
#include "tests/support/pass_splits.h"

namespace pith {
namespace {

constexpr std::size_t rows = 4000;
constexpr std::size_t features = 24;

/// Three levels, and the first feature is the target.
Columns codes_table() {
  Columns table;
  const Random random(5, 0);
  for (std::size_t i = 0; i <= features; ++i) {
    std::vector<std::uint32_t> codes(rows);
    for (std::size_t row = 0; row < rows; ++row)
      codes[row] = static_cast<std::uint32_t>(random.below(row * (features + 1) + i, 3));
    table.columns.push_back(Column::from_codes(codes, {"a", "b", "c"}));
    table.names.push_back("f" + std::to_string(i));
  }
  return table;
}

Encoding codes_encoding() {
  Encoding encoding;
  encoding.target = {.field = 0, .name = "f0", .names = {"a", "b", "c"}};
  for (std::size_t i = 1; i <= features; ++i) {
    FeatureEncoding feature{.kind = FeatureEncoding::Kind::levels, .field = i};
    feature.name = "f" + std::to_string(i);
    feature.levels = {"a", "b", "c"};
    encoding.features.push_back(std::move(feature));
  }
  return encoding;
}

Columns numbers_table() {
  Columns table = codes_table();
  const Random random(6, 0);
  for (std::size_t i = 1; i <= features; ++i) {
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row)
      values[row] = random.uniform(row * features + i);
    table.columns[i] = Column::from_numbers(std::move(values));
  }
  return table;
}

Encoding grid_encoding() {
  Encoding encoding = codes_encoding();
  for (FeatureEncoding& feature : encoding.features) {
    feature.kind = FeatureEncoding::Kind::grid;
    feature.levels = {};
    feature.grid = grid_of(0, 1);
  }
  return encoding;
}

/// A context in which so many bytes are free.
struct Limited {
  explicit Limited(std::uint64_t free) {
    context.memory = std::uint64_t{1} << 30U;
    held = context.reserve(context.memory_available() - free, "the test");
  }
  Context context;
  Reservation held;
};

std::vector<std::string> tables(BlockRunner& runner, const Context& context) {
  const ClassTablesPass pass(std::vector<std::uint32_t>(features, 3), 3);
  const std::unique_ptr<PassState> state = pass.start();
  runner.run(pass, *state, context);
  return partials(pass, *state);
}

std::vector<std::string> products(BlockRunner& runner, const Context& context) {
  ScatterPass::Options options{.features = features, .classes = 3, .pivots = {0, 5}};
  for (Feature feature = 0; feature < features; ++feature)
    options.partners.push_back(feature);
  const ScatterPass pass(options);
  const std::unique_ptr<PassState> state = pass.start();
  runner.run(pass, *state, context);
  return partials(pass, *state);
}

TEST(BlockRunnerMemory, finds_the_same_wherever_the_encoded_rows_are) {
  const Columns table = codes_table();
  const TableBlocks blocks(table, 100);
  BlockRunner in_memory(blocks);
  in_memory.encode(codes_encoding(), {});
  EXPECT_EQ(in_memory.kept(), Kept::memory);
  ASSERT_NE(in_memory.table(), nullptr);
  EXPECT_EQ(in_memory.table()->features(), features);

  const Limited little(std::uint64_t{64} << 10U);  // the codes take 96 KB
  BlockRunner in_file(blocks);
  in_file.encode(codes_encoding(), little.context);
  EXPECT_EQ(in_file.kept(), Kept::file);
  EXPECT_EQ(in_file.table(), nullptr);
  EXPECT_EQ(tables(in_file, little.context), tables(in_memory, {}));
  EXPECT_EQ(tables(in_file, little.context), tables(in_memory, {})) << "a second time";
}

TEST(BlockRunnerMemory, encodes_numbers_anew_where_they_do_not_fit) {
  const Columns table = numbers_table();
  const TableBlocks blocks(table, 100);
  BlockRunner in_memory(blocks);
  in_memory.encode(grid_encoding(), {});
  EXPECT_EQ(in_memory.kept(), Kept::memory);
  EXPECT_EQ(in_memory.table(), nullptr);

  const Limited little(std::uint64_t{256} << 10U);  // the integers take 768 KB
  BlockRunner anew(blocks);
  anew.encode(grid_encoding(), little.context);
  EXPECT_EQ(anew.kept(), Kept::none);
  EXPECT_EQ(products(anew, little.context), products(in_memory, {}));
}

TEST(BlockRunnerMemory, holds_no_memory_once_it_is_gone) {
  const Columns table = codes_table();
  const TableBlocks blocks(table, 100);
  const Context context;
  {
    BlockRunner runner(blocks);
    runner.encode(codes_encoding(), context);
    EXPECT_GE(context.ledger->in_use(), rows * features);
    (void)tables(runner, context);
  }
  EXPECT_EQ(context.ledger->in_use(), 0U);
}

TEST(BlockRunnerMemory, reports_each_pass_with_its_share) {
  const Columns table = codes_table();
  const TableBlocks blocks(table, 1000);
  std::vector<std::string> phases;
  Context context;
  std::size_t done = 0;
  context.progress = [&](const Progress& now) {
    EXPECT_EQ(now.total, rows);
    if (phases.empty() || phases.back() != now.phase) phases.emplace_back(now.phase);
    done = now.done;
  };
  BlockRunner runner(blocks);
  runner.encode(codes_encoding(), context);
  (void)tables(runner, context);
  EXPECT_EQ(done, rows);
  const ClassTablesPass pass(std::vector<std::uint32_t>(features, 3), 3);
  EXPECT_EQ(phases, (std::vector<std::string>{"encode", pass.title()}));
}

}  // namespace
}  // namespace pith
