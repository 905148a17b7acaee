// SPDX-License-Identifier: Apache-2.0
#include "pith/base/error.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(Error, carries_its_kind_and_message) {
  const Error error(ErrorKind::bad_data, "column 'age' has 1 level");
  EXPECT_EQ(error.kind(), ErrorKind::bad_data);
  EXPECT_STREQ(error.what(), "column 'age' has 1 level");
}

TEST(Quoted, escapes_control_bytes) {
  EXPECT_EQ(quoted(std::string("a\tb\x1b[31m")), "'a\\x09b\\x1b[31m'");
}

TEST(Quoted, cuts_long_text_at_a_character) {
  EXPECT_EQ(quoted(std::string(70, 'a')), "'" + std::string(60, 'a') + "…'");
  EXPECT_EQ(quoted(std::string(59, 'a') + "éé"), "'" + std::string(59, 'a') + "…'");
}

}  // namespace
}  // namespace pith
