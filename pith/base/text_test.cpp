// SPDX-License-Identifier: Apache-2.0
#include "pith/base/text.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

using Names = std::vector<std::string>;

TEST(Quoted, escapes_control_bytes) {
  EXPECT_EQ(quoted(std::string("a\tb\x1b[31m")), "'a\\x09b\\x1b[31m'");
  // Messages are UTF-8, whatever the bytes of a file are.
  EXPECT_EQ(quoted(std::string("a\xe4\x62\xc3\xa4\xc3")), "'a\\xe4bä\\xc3'");
}

TEST(Quoted, cuts_long_text_at_a_character) {
  EXPECT_EQ(quoted(std::string(70, 'a')), "'" + std::string(60, 'a') + "…'");
  EXPECT_EQ(quoted(std::string(59, 'a') + "éé"), "'" + std::string(59, 'a') + "…'");
}

TEST(Listed, shows_the_first_items) {
  EXPECT_EQ(listed(Names{}), "");
  EXPECT_EQ(listed(Names{"a", "b"}), "a, b");
  EXPECT_EQ(listed(Names{"a", "b", "c"}, 2), "a, b, …");
}

TEST(Alternatives, are_joined_by_or) {
  EXPECT_EQ(alternatives(Names{}), "");
  EXPECT_EQ(alternatives(Names{"a"}), "a");
  EXPECT_EQ(alternatives(Names{"a", "b"}), "a or b");
  EXPECT_EQ(alternatives(Names{"a", "b", "c"}), "a, b or c");
}

TEST(Counted, agrees_with_the_number) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(2, "class", "classes"), "2 classes");
  EXPECT_EQ(agree(1, "is", "are"), "is");
  EXPECT_EQ(agree(2, "is", "are"), "are");
}

TEST(NearestName, offers_nothing_far_away) {
  const Names names{"alpha", "beta"};
  EXPECT_EQ(nearest_name("alhpa", names), "alpha");
  EXPECT_EQ(nearest_name("gamma ray", names), std::nullopt);
  EXPECT_EQ(nearest_name("y", Names{"w"}), std::nullopt);
  EXPECT_EQ(nearest_name("x1", Names{"x2"}), std::nullopt);
  EXPECT_EQ(nearest_name("cat", Names{"dog", "can"}), "can");
  EXPECT_EQ(nearest_name("price", Names{"pride", "ratio"}), "pride");
  EXPECT_EQ(nearest_name("price", Names{"ratio", "prize_a"}), std::nullopt);
  EXPECT_EQ(nearest_name("colour", Names{"flower", "hour"}), std::nullopt);
  EXPECT_EQ(nearest_name("Flavonoid", Names{"flavanoids"}), "flavanoids");
}

TEST(NumberText, reads_back_to_the_same_number) {
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(std::stod(number_text(1.0 / 3)), 1.0 / 3);
}

}  // namespace
}  // namespace pith
