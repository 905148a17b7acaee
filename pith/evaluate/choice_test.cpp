// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/choice.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(Choice, is_an_id_with_settings) {
  const Choice plain = parse_choice("gc-mi");
  EXPECT_EQ(plain.id, "gc-mi");
  EXPECT_TRUE(plain.settings.empty());
  const Choice set = parse_choice("mrmr:form=quotient:bins=a=b");
  EXPECT_EQ(set.id, "mrmr");
  EXPECT_EQ(set.label, "mrmr:form=quotient:bins=a=b");
  EXPECT_EQ(set.settings, (Settings{{"form", "quotient"}, {"bins", "a=b"}}));
}

TEST(Choice, is_refused_where_it_is_not_like_that) {
  for (const char* text : {"", ":a=b", "mrmr:", "mrmr:form", "mrmr:=x"})
    EXPECT_THROW(parse_choice(text), Error) << text;
}

TEST(Choices, have_commas_between_them) {
  const std::vector<Choice> all = parse_choices("mrmr,jmi,mrmr:form=quotient");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].id, "jmi");
  for (const char* text : {"", "mrmr,", "mrmr,,jmi", "mrmr,jmi,mrmr"})
    EXPECT_THROW(parse_choices(text), Error) << text;
}

}  // namespace
}  // namespace pith
