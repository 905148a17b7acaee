// SPDX-License-Identifier: Apache-2.0
#include "pith/base/stopwatch.h"

#include <gtest/gtest.h>

#include <thread>

namespace pith {
namespace {

TEST(Stopwatch, counts_seconds_since_its_construction) {
  const Stopwatch earlier;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const Stopwatch later;
  EXPECT_GE(earlier.seconds(), 0.02);
  EXPECT_LT(later.seconds(), earlier.seconds());
  EXPECT_GE(later.seconds(), 0);
}

}  // namespace
}  // namespace pith
