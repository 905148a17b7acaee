// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe_learner.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace pith {
namespace {

TEST(Learners, are_described_for_programs) {
  const auto all = nlohmann::json::parse(learners_json());
  ASSERT_EQ(all.size(), learners().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i]["id"], learners()[i].id);
    EXPECT_EQ(all[i]["parameters"].size(), learners()[i].parameters.size());
    EXPECT_FALSE(all[i]["references"].empty());
  }
}

TEST(Learners, are_described_for_people) {
  for (const Learner& each : learners()) {
    const std::string text = describe_text(each);
    EXPECT_EQ(text.rfind(each.id + ": " + each.title, 0), 0U) << text;
    EXPECT_NE(text.find("References\n"), std::string::npos);
    for (const Parameter& parameter : each.parameters)
      EXPECT_NE(text.find(parameter.name), std::string::npos) << parameter.name;
  }
}

}  // namespace
}  // namespace pith
