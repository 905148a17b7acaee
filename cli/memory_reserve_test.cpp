// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_reserve.h"

#include <gtest/gtest.h>

#include <new>

namespace pith::cli {
namespace {

/// How often memory is given back before the handler throws.
int pieces_given() {
  int count = 0;
  try {
    for (;; ++count)
      std::get_new_handler()();
  } catch (const std::bad_alloc&) {
  }
  return count;
}

struct CountsOnTheWay {
  ~CountsOnTheWay() { count = pieces_given(); }
  int& count;
};

TEST(MemoryReserve, keeps_a_part_for_the_time_after_an_exception) {
  reserve_memory();
  EXPECT_EQ(pieces_given(), 4);
  EXPECT_EQ(pieces_given(), 0);
  int later = 0;
  try {
    const CountsOnTheWay counts{later};
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
  }
  EXPECT_EQ(later, 4);
  std::set_new_handler(nullptr);
}

}  // namespace
}  // namespace pith::cli
