// SPDX-License-Identifier: Apache-2.0
#include "pith/base/memory.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::uint64_t mebibyte = 1U << 20U;

TEST(Memory, reservations_of_one_context_and_its_copies_add_up) {
  const Context context{.memory = 10 * mebibyte};
  const Context copy = context.serial();
  const Reservation table = context.reserve(6 * mebibyte, "the table");
  EXPECT_EQ(copy.memory_available(), 4 * mebibyte);
  EXPECT_NO_THROW((void)copy.reserve(4 * mebibyte, "a matrix"));
  EXPECT_THROW((void)copy.reserve(4 * mebibyte + 1, "a matrix"), Error);
}

TEST(Memory, a_refusal_names_the_smallest_sufficient_limit) {
  const Context context{.memory = 10 * mebibyte};
  const Reservation table = context.reserve(6 * mebibyte, "the table");
  try {
    (void)context.reserve(5 * mebibyte + 1, "a matrix", "select from fewer features");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_STREQ(
        error.what(),
        "a matrix would take 6 MiB in addition to 6 MiB in use, and the limit is 10 MiB; raise "
        "the limit (memory=12M) or select from fewer features");
  }
}

TEST(Memory, a_refusal_names_a_limit_with_room_for_what_follows) {
  const Context context{.memory = 10 * mebibyte};
  EXPECT_NO_THROW((void)context.reserve(10 * mebibyte, "the table", "", 5 * mebibyte));
  try {
    (void)context.reserve(11 * mebibyte, "the table", "", 5 * mebibyte);
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the table would take 11 MiB, and the limit is 10 MiB; raise the limit "
                 "(memory=16M)");
  }
  EXPECT_THROW((void)context.reserve(11 * mebibyte, "the table", "", ~std::uint64_t{0}), Error);
}

TEST(Memory, comes_back_when_a_reservation_ends_shrinks_or_is_released) {
  const Context context{.memory = 100};
  {
    const Reservation held = context.reserve(100, "x");
    EXPECT_EQ(context.memory_available(), 0U);
  }
  Reservation held = context.reserve(100, "x");
  held.shrink(40);
  EXPECT_EQ(context.memory_available(), 60U);
  Reservation moved = std::move(held);
  EXPECT_EQ(context.memory_available(), 60U);
  moved.release();
  EXPECT_EQ(context.memory_available(), 100U);
}

TEST(Memory, a_reservation_can_grow_and_absorb) {
  const Context context{.memory = 100};
  Reservation held = context.reserve(10, "x");
  context.grow(held, 50, "x");
  EXPECT_EQ(held.bytes(), 50U);
  EXPECT_THROW(context.grow(held, 101, "x"), Error);
  EXPECT_EQ(held.bytes(), 50U);
  context.grow(held, 20, "x");
  EXPECT_EQ(held.bytes(), 50U) << "growing never shrinks";
  held.absorb(context.reserve(25, "y"));
  EXPECT_EQ(held.bytes(), 75U);
  EXPECT_EQ(context.memory_available(), 25U);
}

TEST(Memory, a_reservation_may_outlive_its_context) {
  Reservation held;
  {
    const Context context{.memory = 100};
    held = context.reserve(10, "x");
  }
  EXPECT_EQ(held.bytes(), 10U);
}

TEST(Memory, sums_do_not_overflow) {
  const Context context{.memory = ~std::uint64_t{0}};
  const Reservation held = context.reserve(~std::uint64_t{0} - 5, "x");
  EXPECT_THROW((void)context.reserve(6, "y"), Error);
  EXPECT_NO_THROW((void)context.reserve(5, "y"));
}

TEST(Memory, threads_never_hold_more_than_the_limit_together) {
  const Context context{.memory = 1000};
  std::atomic<std::uint64_t> refused{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 10'000; ++i) {
          try {
            const Reservation held = context.reserve(300, "x");
            EXPECT_LE(context.ledger->in_use(), 1000U);
          } catch (const Error&) {
            ++refused;
          }
        }
      });
    }
  }
  EXPECT_EQ(context.memory_available(), 1000U);
}

}  // namespace
}  // namespace pith
