// SPDX-License-Identifier: Apache-2.0
#include "pith/base/thread_memory.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::uint64_t megabyte = 1 << 20;

Context eight_threads() {
  Context context;
  context.threads = 8;
  context.memory = 100 * megabyte;
  return context;
}

TEST(ThreadMemory, holds_the_bytes_of_all_threads) {
  const Context context = eight_threads();
  const ThreadMemory memory =
      reserve_for_threads({.tasks = 20, .bytes = megabyte}, context, "the tables");
  EXPECT_EQ(memory.context.thread_count(), 8U);
  EXPECT_EQ(context.ledger->in_use(), 8 * megabyte);
}

TEST(ThreadMemory, counts_no_more_threads_than_tasks) {
  const Context context = eight_threads();
  const ThreadMemory memory =
      reserve_for_threads({.tasks = 3, .bytes = megabyte}, context, "the tables");
  EXPECT_EQ(context.ledger->in_use(), 3 * megabyte);
}

TEST(ThreadMemory, uses_fewer_threads_where_not_all_fit) {
  const Context context = eight_threads();
  const Reservation other = context.reserve(10 * megabyte, "another thing");
  const ThreadMemory memory =
      reserve_for_threads({.tasks = 20, .bytes = 40 * megabyte}, context, "the tables");
  EXPECT_EQ(memory.context.thread_count(), 2U);
  EXPECT_EQ(context.ledger->in_use(), 90 * megabyte);
}

TEST(ThreadMemory, adds_as_many_threads_as_fit) {
  const Context context = eight_threads();
  const ThreadNeed need{.tasks = 20, .bytes = 30 * megabyte};
  const ThreadMemory first = reserve_for_more_threads(need, context);
  EXPECT_EQ(first.context.thread_count(), 4U);
  EXPECT_EQ(context.ledger->in_use(), 90 * megabyte);
  const ThreadMemory second = reserve_for_more_threads(need, context);
  EXPECT_EQ(second.context.thread_count(), 1U);
  EXPECT_EQ(context.ledger->in_use(), 90 * megabyte);
}

TEST(ThreadMemory, is_refused_where_not_one_thread_fits) {
  const Context context = eight_threads();
  try {
    (void)reserve_for_threads({.tasks = 20, .bytes = 120 * megabyte}, context, "counting");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
  }
  EXPECT_EQ(context.ledger->in_use(), 0U);
}

}  // namespace
}  // namespace pith
