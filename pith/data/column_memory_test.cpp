// SPDX-License-Identifier: Apache-2.0
#include "pith/data/column_memory.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(ColumnMemory, is_held_as_long_as_a_column_lives) {
  const Context context{.memory = 1U << 20U};
  {
    const Column column =
        reserved(Column::from_numbers(std::vector<double>(1000)), "a column", context);
    EXPECT_EQ(context.ledger->in_use(), 8000 + bytes_per_made_column);
  }
  EXPECT_EQ(context.ledger->in_use(), 0U);
}

TEST(ColumnMemory, refuses_a_copy_of_a_table_that_does_not_fit) {
  constexpr std::size_t count = 10000;
  std::vector<std::uint32_t> classes(count);
  std::vector<std::size_t> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    classes[i] = i % 2;
    rows[i] = i;
  }
  const Table table =
      table_of(std::vector<Column>{Column::from_numbers(std::vector<double>(count, 1.0))}, classes);
  const Context enough{.memory = 1U << 20U};
  {
    const Table copy = take_reserved(table, rows, enough);
    EXPECT_GE(enough.ledger->in_use(), 80000U);
    EXPECT_EQ(copy.feature(0).numbers()[9999], 1.0);
  }
  EXPECT_EQ(enough.ledger->in_use(), 0U);
  EXPECT_THROW((void)take_reserved(table, rows, {.memory = 100'000}), Error);
}

TEST(ColumnMemory, leaves_as_many_threads_as_there_is_memory_for) {
  const Context context{.threads = 8, .memory = 1000};
  EXPECT_EQ(workers_within(context, 100, 10, "work").context.threads, 8U);
  EXPECT_EQ(workers_within(context, 3, 10, "work").context.threads, 3U);
  const Workers few = workers_within(context, 100, 300, "work");
  EXPECT_EQ(few.context.threads, 3U);
  EXPECT_EQ(few.held.bytes(), 900U);
  EXPECT_THROW((void)workers_within(context, 100, 2000, "work"), Error);
}

}  // namespace
}  // namespace pith
