// SPDX-License-Identifier: Apache-2.0
#include "pith/base/shown_address.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(ShownAddress, has_no_password) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"mysql://u:secret@h:1/d", "mysql://u:***@h:1/d"},
      {"mysql://u:s/e@c:r?e=t@h/d", "mysql://u:***@h/d"},
      {"mysql://h:1/d?passwd=secret&x&y=2", "mysql://h:1/d?passwd=***&x&y=***"},
      {"mysql://h/d?user=a:b@c", "mysql://h/d?user=***"},
      {"mysql://h:1/d", "mysql://h:1/d"},
      {"wine.csv", "wine.csv"},
  };
  for (const auto& [address, shown] : cases) {
    EXPECT_EQ(shown_address(address), shown);
    EXPECT_EQ(shown_address(shown), shown);
  }
}

TEST(ShownAddress, is_what_messages_have) {
  EXPECT_EQ(without_passwords("mysql://u:my secret@h/d: cannot open: a@b"),
            "mysql://u:***@h/d: cannot open: a@b");
  EXPECT_EQ(without_passwords("'a+b://u:secret@h' and 'c://u:secret@h?p=secret' fail"),
            "'a+b://u:***@h?p=***' fail");
  EXPECT_EQ(without_passwords("x://h:5/d: the query failed: a @> b"),
            "x://h:5/d: the query failed: a @> b");
  const Error error(ErrorKind::io, "POSTGRESQL://u:secret@h/d: cannot write");
  EXPECT_STREQ(error.what(), "POSTGRESQL://u:***@h/d: cannot write");
}

}  // namespace
}  // namespace pith
