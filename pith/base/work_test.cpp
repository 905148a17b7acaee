// SPDX-License-Identifier: Apache-2.0
#include "pith/base/work.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "pith/base/parallel.h"

namespace pith {
namespace {

TEST(Work, reports_at_once_and_then_what_is_done) {
  std::vector<std::size_t> seen;
  Context context;
  context.progress = [&](const Progress& now) {
    EXPECT_EQ(now.phase, "select");
    EXPECT_EQ(now.total, 10U);
    seen.push_back(now.done);
  };
  Work work(context, "select", 10, 2);
  work.add(3);
  work.add(5);
  EXPECT_EQ(seen, (std::vector<std::size_t>{2, 5, 10}));
}

TEST(Work, reports_on_its_own_thread_only_and_counts_all) {
  const auto own = std::this_thread::get_id();
  std::size_t last = 0;
  Context context{.threads = 4};
  context.progress = [&](const Progress& now) {
    EXPECT_EQ(std::this_thread::get_id(), own);
    EXPECT_GE(now.done, last);
    last = now.done;
  };
  Work work(context, "select", 1001);
  parallel_blocks(context, 1000, 1, [&](std::size_t, std::size_t) { work.add(1); });
  work.add(1);
  EXPECT_EQ(last, 1001U);
}

}  // namespace
}  // namespace pith
