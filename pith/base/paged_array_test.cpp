// SPDX-License-Identifier: Apache-2.0
#include "pith/base/paged_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>

#include "pith/base/parallel.h"

namespace pith {
namespace {

TEST(PagedArray, keeps_what_is_written_to_it_before_and_after_it_is_paged_in) {
  for (const std::size_t bytes : {0U, 1U, 4'194'303U, 4'194'304U, 9'000'001U}) {
    PagedArray array(bytes);
    ASSERT_NE(array.get(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.get()) % 64, 0U);
    constexpr std::size_t step = 100'000;
    for (std::size_t begin = 0; begin < bytes; begin += step) {
      const std::size_t size = std::min(step, bytes - begin);
      std::memset(array.get() + begin, static_cast<int>(begin / step), size / 2);
      array.page_in(array.get() + begin, size);
      std::memset(array.get() + begin + size / 2, static_cast<int>(begin / step), size - size / 2);
    }
    for (std::size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(array.get()[i], static_cast<std::byte>(i / step)) << i;
  }
}

TEST(PagedArray, does_not_change_what_is_paged_in_late) {
  constexpr std::size_t bytes = 20'000'000;
  PagedArray array(bytes);
  std::memset(array.get(), 7, bytes);
  array.page_in(array.get(), bytes);
  EXPECT_TRUE(std::all_of(array.get(), array.get() + bytes,
                          [](std::byte each) { return each == std::byte{7}; }));
}

TEST(PagedArray, is_beside_another_one) {
  constexpr std::size_t bytes = 9'000'000;
  PagedArray one(bytes);
  PagedArray other(bytes, one);
  for (PagedArray* const array : {&one, &other}) {
    array->page_in(array->get(), bytes);
    std::memset(array->get(), array == &one ? 1 : 2, bytes);
  }
  EXPECT_EQ(one.get()[bytes - 1], std::byte{1});
  EXPECT_EQ(other.get()[0], std::byte{2});
}

TEST(PagedArray, is_paged_in_by_several_threads) {
  constexpr std::size_t count = 3'000'000;
  Context context;
  context.threads = 4;
  PagedArray array(count * sizeof(std::uint64_t));
  parallel_blocks(context, count, 1000, [&](std::size_t begin, std::size_t end) {
    array.page_in(array.get() + begin * sizeof(std::uint64_t),
                  (end - begin) * sizeof(std::uint64_t));
    for (std::uint64_t i = begin; i < end; ++i)
      std::memcpy(array.get() + i * sizeof i, &i, sizeof i);
  });
  for (std::uint64_t i = 0; i < count; ++i)
    ASSERT_EQ(std::memcmp(array.get() + i * sizeof i, &i, sizeof i), 0) << i;
}

TEST(PagedArray, refuses_more_than_can_be_addressed) {
  EXPECT_THROW(PagedArray(std::numeric_limits<std::size_t>::max() - 1), std::bad_alloc);
  EXPECT_THROW(PagedArray(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}

}  // namespace
}  // namespace pith
