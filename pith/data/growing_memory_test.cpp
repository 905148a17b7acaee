// SPDX-License-Identifier: Apache-2.0
#include "pith/data/growing_memory.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(GrowingMemory, names_a_limit_with_room_to_grow) {
  const Context context{.memory = 100U << 20U};
  Reservation held;
  grow_further(context, held, 90U << 20U, "a list");
  EXPECT_EQ(held.bytes(), 90U << 20U);
  grow_further(context, held, 80U << 20U, "a list");
  EXPECT_EQ(held.bytes(), 90U << 20U);
  try {
    grow_further(context, held, 101U << 20U, "a list");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("memory=213M"), std::string::npos) << error.what();
  }
  EXPECT_EQ(held.bytes(), 90U << 20U);
}

TEST(GrowingMemory, names_a_limit_for_what_is_known_to_follow) {
  const Context context{.memory = 100U << 20U};
  Reservation held;
  grow_by_plan(context, held, 90U << 20U, {.what = "a list", .later = 500U << 20U});
  EXPECT_EQ(held.bytes(), 90U << 20U);
  try {
    grow_by_plan(context, held, 110U << 20U, {.what = "a list", .later = 50U << 20U});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("memory=170M"), std::string::npos) << error.what();
  }
  EXPECT_EQ(held.bytes(), 90U << 20U);
}

}  // namespace
}  // namespace pith
