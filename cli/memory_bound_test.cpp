// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_bound.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <new>
#include <vector>

#include "tests/support/sanitizers.h"

namespace pith::cli {
namespace {

constexpr std::uint64_t mebibyte = 1U << 20U;

/// Exits with 3 if the system refuses that many bytes under the limit, with 0 if not.
[[noreturn]] void take(std::uint64_t bytes, std::uint64_t limit) {
  bound_memory(limit, 2);
  try {
    const std::vector<char> taken(bytes);
    std::exit(taken[bytes / 2]);
  } catch (const std::bad_alloc&) {
    std::exit(3);
  }
}

TEST(MemoryBoundDeathTest, the_system_refuses_what_nobody_reserved) {
  if (has_shadow_memory()) GTEST_SKIP() << "there is no bound under sanitizers";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(take(200 * mebibyte, 200 * mebibyte), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(take(400 * mebibyte, 200 * mebibyte), testing::ExitedWithCode(3), "");
}

TEST(MemoryBoundDeathTest, never_raises_a_limit) {
  if (has_shadow_memory()) GTEST_SKIP() << "there is no bound under sanitizers";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto raised = [] {
    rlimit data = {};
    getrlimit(RLIMIT_DATA, &data);
    data.rlim_cur = 300 * mebibyte;
    setrlimit(RLIMIT_DATA, &data);
    bound_memory(4096 * mebibyte, 2);
    getrlimit(RLIMIT_DATA, &data);
    std::exit(data.rlim_cur == 300 * mebibyte ? 0 : 1);
  };
  EXPECT_EXIT(raised(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace pith::cli
