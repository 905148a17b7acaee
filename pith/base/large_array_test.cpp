// SPDX-License-Identifier: Apache-2.0
#include "pith/base/large_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>

namespace pith {
namespace {

TEST(LargeArray, holds_numbers) {
  for (const std::size_t count : {0U, 1U, 7U, 524'287U, 524'288U, 1'000'000U}) {
    const LargeArray numbers = large_array(count);
    ASSERT_NE(numbers.get(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.get()) % 64, 0U);
    for (std::size_t i = 0; i < count; ++i)
      numbers[i] = static_cast<double>(i);
    if (count > 0) {
      EXPECT_EQ(numbers[count - 1], static_cast<double>(count - 1));
    }
  }
}

TEST(LargeArray, refuses_more_than_can_be_addressed) {
  EXPECT_THROW((void)large_array(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}

}  // namespace
}  // namespace pith
