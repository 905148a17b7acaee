// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/base/text.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// The class is |x| > 1 of one feature; a copy of it, noise, and a weaker independent signal.
Example made_example() {
  const Random random(5, 0);
  Example made;
  made.features.assign(5, std::vector<double>(150));
  for (std::size_t row = 0; row < 150; ++row) {
    const double x = 4 * random.uniform(5 * row) - 2;
    const std::uint32_t code = std::abs(x) > 1 ? 1 : 0;
    made.features[0][row] = random.uniform(5 * row + 1);
    made.features[1][row] = x;
    made.features[2][row] = -3 * x + 7;
    made.features[3][row] = random.uniform(5 * row + 2) + 0.2 * code;
    made.features[4][row] = 1;
    made.classes.push_back(code);
  }
  return made;
}

TEST(HsicLasso, finds_a_dependence_without_correlation_and_skips_its_copy) {
  const Example made = made_example();
  const Table table = table_of(made.features, made.classes);
  const Selection chosen = select(table, "hsic-lasso", 2);
  EXPECT_EQ(chosen.names(), (std::vector<std::string>{"x1", "x3"}));
  EXPECT_GT(chosen.selected[1].score, 0);
  for (const Ranked& entry : chosen.ranking) {
    if (entry.name == "x2" || entry.name == "x4") {
      EXPECT_EQ(entry.score, 0) << entry.name;
    }
  }
  EXPECT_EQ(chosen.ranking.back().name, "x4");  // the constant
}

TEST(HsicLasso, says_which_features_are_not_in_the_model) {
  const Example made = made_example();
  const Table table = table_of(made.features, made.classes);
  const Selection all = select(table, "hsic-lasso", 5);
  ASSERT_FALSE(all.notes.empty());
  EXPECT_NE(all.notes.back().find("2 of the selected features are not in the model"),
            std::string::npos)
      << all.notes.back();
  for (const std::string& note : select(table, "hsic-lasso", 2).notes)
    EXPECT_EQ(note.find("not in the model"), std::string::npos) << note;
}

TEST(HsicLasso, leaves_independent_features_out) {
  // Each value occurs equally often in both classes.
  const Table table = table_of(Values{{0, 1, 5, 0, 1, 5, 0, 1, 5, 0, 1, 5},
                                      {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7},
                                      {0.1, 2, 9, 0.1, 2, 9, 0.1, 2, 9, 0.1, 2, 9}},
                               {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1});
  for (const char* lambda : {"none", "0"}) {
    const Selection found = select(table, "hsic-lasso", 1, {{"lambda", lambda}});
    EXPECT_EQ(found.diagnostics[2].value, 0);  // features in the model
    for (const Ranked& entry : found.ranking)
      EXPECT_EQ(entry.score, 0) << entry.name;
    EXPECT_EQ(found.ranking.back().name, "x1");  // the constant
    EXPECT_EQ(found.notes.back(),
              "1 of the selected features is not in the model (coefficient 0); it follows in the "
              "order of dependence on the target");
  }
}

TEST(HsicLasso, a_penalty_beyond_all_dependence_leaves_no_coefficient) {
  const Example made = example(60, 4);
  const Table table = table_of(made.features, made.classes);
  const Selection chosen = select(table, "hsic-lasso", 4, {{"lambda", "1"}});
  for (const Ranked& entry : chosen.ranking)
    EXPECT_EQ(entry.score, 0);
  EXPECT_NEAR(chosen.diagnostics[1].value, 0.5, 1e-12);  // the objective: 1/2 |L|^2
  EXPECT_EQ(chosen.selected[0].name, "x3");              // by dependence alone
}

TEST(HsicLasso, the_path_and_its_penalty_have_the_same_coefficients) {
  const Example made = example(80, 10);
  const Table table = table_of(made.features, made.classes);
  const Selection path = select(table, "hsic-lasso", 3);
  const Selection fixed =
      select(table, "hsic-lasso", 3, {{"lambda", number_text(path.diagnostics[0].value)}});
  std::set<std::string> names;
  for (const Selected& step : path.selected) {
    names.insert(step.name);
    for (const Ranked& entry : fixed.ranking) {
      if (entry.feature == step.feature) {
        EXPECT_NEAR(entry.score, step.score, 1e-9);
      }
    }
  }
  for (const Selected& step : fixed.selected)
    EXPECT_TRUE(names.contains(step.name)) << step.name;
  EXPECT_NEAR(path.diagnostics[1].value, fixed.diagnostics[1].value, 1e-9);
}

TEST(HsicLasso, blocks_of_all_rows_are_exact) {
  const Example made = example(50, 6);
  const Table table = table_of(made.features, made.classes);
  const Selection exact = select(table, "hsic-lasso", 4);
  const Selection blocks = select(table, "hsic-lasso", 4, {{"blocks", "50"}});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(exact.selected[i].name, blocks.selected[i].name);
    EXPECT_EQ(exact.selected[i].score, blocks.selected[i].score);
  }
}

TEST(HsicLasso, blocks_depend_on_the_seed) {
  const Example made = example(90, 6);
  const Table table = table_of(made.features, made.classes);
  const Settings settings{{"blocks", "20"}};
  const Selection one = select(table, "hsic-lasso", 3, settings, {.seed = 1});
  EXPECT_EQ(one.selected[0].score,
            select(table, "hsic-lasso", 3, settings, {.seed = 1}).selected[0].score);
  EXPECT_NE(one.selected[0].score,
            select(table, "hsic-lasso", 3, settings, {.seed = 2}).selected[0].score);
  EXPECT_EQ(one.selected[0].name, "x5");
}

TEST(HsicLasso, rejects_blocks_of_one_row) {
  const Example made = example(20, 2);
  try {
    (void)select(table_of(made.features, made.classes), "hsic-lasso", 1, {{"blocks", "1"}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
  }
}

}  // namespace
}  // namespace pith
