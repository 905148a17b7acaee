// SPDX-License-Identifier: Apache-2.0
#include "pith/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <thread>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(ParallelBlocks, visits_every_index_once) {
  for (const unsigned threads : {1U, 2U, 5U, 16U}) {
    std::vector<std::atomic<int>> visits(1003);
    parallel_blocks({.threads = threads}, visits.size(), 10,
                    [&](std::size_t begin, std::size_t end) {
                      EXPECT_EQ(begin % 10, 0U);
                      for (std::size_t i = begin; i < end; ++i)
                        ++visits[i];
                    });
    for (const auto& count : visits)
      EXPECT_EQ(count, 1);
  }
}

TEST(ParallelBlocks, does_nothing_for_an_empty_range) {
  parallel_blocks({}, 0, 8, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(ParallelBlocks, rethrows_the_failure_of_the_lowest_block) {
  for (const unsigned threads : {1U, 4U}) {
    try {
      parallel_blocks({.threads = threads}, 64, 1, [](std::size_t begin, std::size_t) {
        if (begin >= 3) throw Error(ErrorKind::bad_data, std::to_string(begin));
      });
      FAIL() << "no exception";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
  }
}

TEST(ParallelBlocks, can_be_cancelled) {
  std::stop_source source;
  const Context context{.threads = 2, .stop = source.get_token()};
  std::atomic<int> done = 0;
  EXPECT_THROW(parallel_blocks(context, 1000, 1,
                               [&](std::size_t, std::size_t) {
                                 if (++done == 5) source.request_stop();
                                 while (done > 5 && !source.stop_requested())
                                   std::this_thread::yield();
                               }),
               Error);
  EXPECT_LT(done, 10);
}

TEST(MergeBlocks, gives_the_same_bits_on_any_number_of_threads) {
  std::vector<double> values(10007);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::sin(static_cast<double>(i)) * 1e6;
  const auto sum = [&](unsigned threads) {
    return merge_blocks(
        {.threads = threads}, values.size(), 64,
        [&](std::size_t begin, std::size_t end) {
          return std::accumulate(&values[begin], &values[begin] + (end - begin), 0.0);
        },
        [](double& total, double part) { total += part; });
  };
  const auto expected = sum(1);
  for (const unsigned threads : {2U, 5U, 16U})
    EXPECT_EQ(sum(threads), expected);
  EXPECT_FALSE(merge_blocks(
      {}, 0, 1, [](std::size_t, std::size_t) { return 1; }, [](int&, int) {}));
}

}  // namespace
}  // namespace pith
