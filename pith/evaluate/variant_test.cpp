// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/variant.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(Variant, is_an_id_with_settings) {
  const Variant plain = parse_variant("gc-mi");
  EXPECT_EQ(plain.id, "gc-mi");
  EXPECT_TRUE(plain.settings.empty());
  const Variant set = parse_variant("mrmr:form=quotient:bins=a=b");
  EXPECT_EQ(set.id, "mrmr");
  EXPECT_EQ(set.label, "mrmr:form=quotient:bins=a=b");
  EXPECT_EQ(set.settings, (Settings{{"form", "quotient"}, {"bins", "a=b"}}));
}

TEST(Variant, rejects_other_forms) {
  for (const char* text : {"", ":a=b", "mrmr:", "mrmr:form", "mrmr:=x"})
    EXPECT_THROW(parse_variant(text), Error) << text;
}

TEST(Variants, are_separated_by_commas) {
  const std::vector<Variant> all = parse_variants("mrmr,jmi,mrmr:form=quotient");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].id, "jmi");
  for (const char* text : {"", "mrmr,", "mrmr,,jmi", "mrmr,jmi,mrmr"})
    EXPECT_THROW(parse_variants(text), Error) << text;
}

}  // namespace
}  // namespace pith
