// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/run_concurrently.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "pith/base/error.h"

namespace pith {
namespace {

Table small_table() {
  return Table({.features = {Column::from_numbers({1, 2, 3})}, .names = {"x"}});
}

TEST(RunConcurrently, runs_each_once_on_one_thread_and_reports_on_the_calling_thread) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    std::vector<std::atomic<int>> runs(20);
    std::size_t last = 0;
    Context context{.threads = threads};
    context.progress = [&](const Progress& now) {
      EXPECT_EQ(now.phase, "try");
      EXPECT_EQ(now.total, 20U);
      EXPECT_GT(now.done, last);
      last = now.done;
    };
    run_concurrently(small_table(), runs.size(), "try", context,
                     [&](std::size_t index, const Context& own) {
                       EXPECT_EQ(own.thread_count(), 1U);
                       EXPECT_FALSE(own.progress);
                       ++runs[index];
                     });
    for (const std::atomic<int>& each : runs)
      EXPECT_EQ(each, 1);
  }
}

TEST(RunConcurrently, reports_the_names_of_runs_and_how_far_they_are) {
  for (const unsigned threads : {1U, 3U}) {
    std::vector<std::string> seen;
    std::size_t last = 0;
    Context context{.threads = threads};
    context.progress = [&](const Progress& now) {
      EXPECT_EQ(now.phase, "try");
      EXPECT_EQ(now.total, 400U);
      EXPECT_GE(now.done, last);
      EXPECT_LE(now.done, now.total);
      last = now.done;
      seen.emplace_back(now.detail);
    };
    const NamedRuns runs{.count = 4, .phase = "try", .name = [](std::size_t index) {
                           return "run " + std::to_string(index);
                         }};
    run_concurrently(small_table(), runs, context, [&](std::size_t index, const Context& own) {
      own.report({.phase = "inner", .done = 1, .total = 2});
      if (threads > 1) return;
      EXPECT_EQ(last, index * 100 + 50);
      own.report({.phase = "next", .done = 0, .total = 2});
      EXPECT_EQ(last, index * 100 + 50);
    });
    if (threads > 1) continue;
    EXPECT_EQ(last, 400U);
    EXPECT_EQ(seen.front(), "run 0");
    EXPECT_EQ(seen.back(), "run 3");
  }
}

TEST(RunConcurrently, runs_one_after_another_on_all_threads_if_memory_is_short) {
  std::vector<std::size_t> order;
  const Context context{.threads = 3, .memory = 64};
  run_concurrently(small_table(), 4, "try", context, [&](std::size_t index, const Context& own) {
    EXPECT_EQ(own.thread_count(), 3U);
    order.push_back(index);
  });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(RunConcurrently, repeats_alone_what_is_refused_memory) {
  constexpr std::uint64_t most = 1U << 20U;
  for (const unsigned threads : {1U, 2U, 8U}) {
    // Each run needs more than half of the memory, which no estimate tells beforehand.
    std::vector<std::atomic<int>> ended(30);
    const Context context{.threads = threads, .memory = most};
    run_concurrently(small_table(), ended.size(), "try", context,
                     [&](std::size_t index, const Context& own) {
                       const Reservation held = own.reserve(most / 2 + 1, "a run");
                       std::this_thread::sleep_for(std::chrono::microseconds(200));
                       ++ended[index];
                     });
    for (const std::atomic<int>& each : ended)
      EXPECT_EQ(each, 1);
    EXPECT_EQ(context.memory_available(), most);
  }
}

TEST(RunConcurrently, refuses_only_what_is_too_large_alone_on_one_thread) {
  constexpr std::uint64_t most = 1U << 20U;
  for (const unsigned threads : {1U, 8U}) {
    const Context context{.threads = threads, .memory = most};
    const auto run = [&](std::uint64_t fixed) {
      run_concurrently(small_table(), 9, "try", context, [&](std::size_t, const Context& own) {
        const Reservation held = own.reserve(fixed + own.thread_count(), "a run");
      });
    };
    EXPECT_NO_THROW(run(most - 1));
    try {
      run(most);
      FAIL() << "no exception";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(),
                   "a run would take 2 MiB, and the limit is 1 MiB; raise the limit (memory=2M)");
    }
  }
}

TEST(RunConcurrently, can_be_cancelled) {
  for (const std::uint64_t memory : {std::uint64_t{64}, std::uint64_t{1} << 30U}) {
    std::stop_source source;
    std::atomic<int> runs{0};
    const Context context{.threads = 1, .memory = memory, .stop = source.get_token()};
    EXPECT_THROW(run_concurrently(small_table(), 100, "try", context,
                                  [&](std::size_t, const Context&) {
                                    if (++runs == 3) source.request_stop();
                                  }),
                 Error);
    EXPECT_EQ(runs, 3);
  }
}

}  // namespace
}  // namespace pith
