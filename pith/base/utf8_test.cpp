// SPDX-License-Identifier: Apache-2.0
#include "pith/base/utf8.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(Utf8, is_the_length_of_the_first_letter) {
  EXPECT_EQ(utf8_size("ab"), 1U);
  EXPECT_EQ(utf8_size("\u00e4b"), 2U);
  EXPECT_EQ(utf8_size("\u20acb"), 3U);
  EXPECT_EQ(utf8_size("\U0001f600b"), 4U);
}

TEST(Utf8, is_0_for_what_is_not_a_letter) {
  EXPECT_EQ(utf8_size("\x80"), 0U);
  EXPECT_EQ(utf8_size("\xe4"), 0U);
  EXPECT_EQ(utf8_size("\xe2\x82"), 0U);
  EXPECT_EQ(utf8_size("\xc0\x80"), 0U);          // overlong
  EXPECT_EQ(utf8_size("\xed\xa0\x80"), 0U);      // a surrogate
  EXPECT_EQ(utf8_size("\xf4\x90\x80\x80"), 0U);  // above U+10FFFF
}

}  // namespace
}  // namespace pith
