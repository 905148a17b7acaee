// SPDX-License-Identifier: Apache-2.0
#include "pith/select/options.h"

#include <gtest/gtest.h>

#include <set>

namespace pith {
namespace {

TEST(SharedOptions, have_a_name_once_and_a_text) {
  std::set<std::string> names;
  for (const Parameter& option : shared_options()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.text.empty()) << option.name;
    EXPECT_EQ(option.text.find("--"), std::string::npos) << option.name;
    EXPECT_EQ(&shared_option(option.name), &option);
  }
}

TEST(SharedOptions, know_all_ways_to_treat_missing_values) {
  EXPECT_EQ(shared_option("missing").choices.front(), "error");
  EXPECT_EQ(shared_option("missing").choices.size(), 5U);
}

}  // namespace
}  // namespace pith
