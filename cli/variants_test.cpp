// SPDX-License-Identifier: Apache-2.0
#include "cli/variants.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith::cli {
namespace {

Variants variants(const std::string& methods, const std::string& learners) {
  return {.methods = parse_variants(methods), .learners = parse_variants(learners)};
}

std::string error_of(const Settings& settings, Variants given) {
  try {
    assign_settings(settings, given);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(AssignSettings, gives_a_parameter_to_whoever_has_it) {
  Variants given = variants("mrmr,jmi", "knn,linear-svm");
  assign_settings({{"neighbours", "5"}, {"form", "quotient"}}, given);
  EXPECT_EQ(given.methods[0].label, "mrmr:form=quotient");
  EXPECT_EQ(given.methods[1].label, "jmi");
  EXPECT_EQ(given.learners[0].settings, (Settings{{"neighbours", "5"}}));
  EXPECT_EQ(given.learners[0].label, "knn:neighbours=5");
  EXPECT_TRUE(given.learners[1].settings.empty());
}

TEST(AssignSettings, rejects_a_name_of_a_method_and_a_learner) {
  EXPECT_EQ(error_of({{"shrinkage", "0.3"}}, variants("gc-mi", "qda")),
            "--shrinkage is a parameter of both gc-mi and qda; use --method gc-mi:shrinkage=0.3 or "
            "--learner qda:shrinkage=0.3");
  EXPECT_NE(error_of({{"shrinkage", "0.3"}}, variants("auto", "qda")), "");
}

TEST(AssignSettings, rejects_a_name_that_nobody_has) {
  EXPECT_EQ(
      error_of({{"neighbours", "5"}}, variants("mim", "qda")),
      "--neighbours is not a parameter of mim or qda; 'pith describe ID' lists the parameters");
  EXPECT_EQ(error_of({{"frm", "quotient"}}, {.methods = parse_variants("mrmr")}),
            "mrmr has no parameter 'frm'; did you mean form?");
}

}  // namespace
}  // namespace pith::cli
