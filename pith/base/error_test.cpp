// SPDX-License-Identifier: Apache-2.0
#include "pith/base/error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace pith {
namespace {

TEST(Error, carries_its_kind_and_message) {
  const Error error(ErrorKind::bad_data, "column 'age' has 1 level");
  EXPECT_EQ(error.kind(), ErrorKind::bad_data);
  EXPECT_EQ(error.cause(), Cause::other);
  EXPECT_EQ(error.system_code(), 0);
  EXPECT_STREQ(error.what(), "column 'age' has 1 level");
}

TEST(Error, spells_options_as_the_front_end_does) {
  const Error error(ErrorKind::bad_data, "drop it (" + option("drop") + ")", Cause::missing_values);
  EXPECT_STREQ(error.what(), "drop it (drop)");
  EXPECT_EQ(error.message([](const Mention& mention) { return "--" + std::string(mention.name); }),
            "drop it (--drop)");
  EXPECT_EQ(error.cause(), Cause::missing_values);
}

TEST(Error, of_the_system_has_its_code) {
  const Error error = Error::system("a.csv: No such file or directory", ENOENT);
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_EQ(error.system_code(), ENOENT);
}

}  // namespace
}  // namespace pith
