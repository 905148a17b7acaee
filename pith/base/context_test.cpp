// SPDX-License-Identifier: Apache-2.0
#include "pith/base/context.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(Context, an_explicit_thread_count_wins) {
  EXPECT_EQ(Context{.threads = 3}.thread_count(), 3U);
  EXPECT_GE(Context{}.thread_count(), 1U);
}

TEST(Context, has_a_memory_limit_by_default) {
  EXPECT_EQ((Context{.memory = 1024}.memory_limit()), 1024U);
  EXPECT_GT(Context{}.memory_limit(), 1U << 20U);
}

TEST(Context, names_what_needs_too_much_memory) {
  const Context context{.memory = 2U << 20U};
  EXPECT_NO_THROW(context.require_memory(2U << 20U, "the table"));
  try {
    context.require_memory((3U << 20U) + 1, "the table", "read fewer columns");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_STREQ(
        error.what(),
        "the table would take 4 MiB, and the limit is 2 MiB; raise the limit (memory=4M) or "
        "read fewer columns");
  }
}

TEST(Context, throws_once_a_stop_is_requested) {
  std::stop_source source;
  const Context context{.stop = source.get_token()};
  EXPECT_NO_THROW(context.check_cancelled());
  source.request_stop();
  try {
    context.check_cancelled();
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

TEST(Context, serial_keeps_all_but_threads) {
  const Context context{.threads = 4, .seed = 7};
  EXPECT_EQ(context.serial().threads, 1U);
  EXPECT_EQ(context.serial().seed, 7U);
}

}  // namespace
}  // namespace pith
