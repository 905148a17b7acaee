// SPDX-License-Identifier: Apache-2.0
#include "pith/select/request.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

KChoice three(const Table& /*table*/, const Request& /*request*/, const Context& /*context*/) {
  return {.k = 3, .note = ""};
}

TEST(K, is_ten_or_what_the_method_finds_by_default) {
  EXPECT_EQ(K().number(50, false), 10U);
  EXPECT_EQ(K().number(50, true), 50U);
}

TEST(K, is_the_number_that_was_given) {
  EXPECT_EQ(K(7).number(5, false), 7U);
  EXPECT_EQ(K(7).number(50, true), 7U);
  EXPECT_EQ(K(0).number(50, true), 0U);
}

TEST(K, may_be_all) {
  EXPECT_EQ(K::all().number(50, false), 50U);
}

TEST(K, yields_to_the_method_only_if_it_says_so) {
  EXPECT_FALSE(K(7).is_chosen(false));
  EXPECT_TRUE(K::chosen_by(three).is_chosen(false));
  EXPECT_TRUE(K::chosen_by(three).is_chosen(true));
  EXPECT_TRUE(K::method_or(three).is_chosen(false));
  EXPECT_FALSE(K::method_or(three).is_chosen(true));
  EXPECT_EQ(K::method_or(three).number(50, true), 50U);
  EXPECT_EQ(K::method_or(three, 7).number(50, true), 7U);
}

}  // namespace
}  // namespace pith
