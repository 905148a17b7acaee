// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

double figure(const Selection& selection, const std::string& name) {
  for (const Diagnostic& diagnostic : selection.diagnostics) {
    if (diagnostic.name == name) return diagnostic.value;
  }
  return -1;
}

class Fsv : public testing::Test {
 protected:
  void SetUp() override {
    if (!method("fsv").unavailable.empty()) GTEST_SKIP() << method("fsv").unavailable;
  }
};

TEST_F(Fsv, of_a_separating_feature_has_a_closed_form) {
  // The margin needs w = 1; less costs 0.95 * 2 per unit, and gains at most 0.05 * 5.
  const Table table = table_of(Values{{-1, -1, 1, 1}, {1, -1, 1, -1}}, {0, 0, 1, 1});
  const Selection found = select(table, "fsv", 2);
  EXPECT_EQ(found.selected[0].name, "x0");
  EXPECT_NEAR(found.selected[0].score, 1, 1e-12);
  EXPECT_EQ(found.selected[1].score, 0);
  EXPECT_NEAR(figure(found, "objective"), 0.05 * (1 - std::exp(-5)), 1e-12);
}

TEST_F(Fsv, falls_from_the_first_programme_on_and_keeps_few_features) {
  Example made = example(150, 20);
  for (std::uint32_t& code : made.classes)
    code = std::min(code, 1U);
  const Selection found = select(table_of(made.features, made.classes), "fsv", 20);
  EXPECT_LE(figure(found, "objective"), figure(found, "first_objective"));
  EXPECT_LT(figure(found, "support"), 15);
  EXPECT_GT(figure(found, "support"), 0);
  EXPECT_EQ(found.notes.size(), 1U);  // how many have weights
}

TEST_F(Fsv, separates_each_of_several_classes_and_says_so) {
  const Example made = example(90, 6);
  const Selection found = select(table_of(made.features, made.classes), "fsv", 6);
  EXPECT_NE(found.notes.back().find("each of 3 classes was separated from the rest"),
            std::string::npos);
  EXPECT_NEAR(
      figure(found, "objective"),
      figure(found, "objective_0") + figure(found, "objective_1") + figure(found, "objective_2"),
      1e-12);
}

TEST(FsvWithoutSolver, says_how_to_install_one) {
  if (method("fsv").unavailable.empty()) GTEST_SKIP() << "there is one";
  const Example made = example(30, 4);
  try {
    (void)select(table_of(made.features, made.classes), "fsv", 2);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    EXPECT_NE(std::string(error.what()).find("fsv: this build"), std::string::npos);
  }
}

}  // namespace
}  // namespace pith
