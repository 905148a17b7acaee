// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Values = std::vector<std::vector<double>>;

/// x0 spreads most, x1 and x2 are copies of each other, x3 is like nothing; x4 is constant.
Table some_table() {
  Values features(5);
  for (std::size_t row = 0; row < 40; ++row) {
    const double copied = Random(1, 1).uniform(row);
    features[0].push_back(10 * Random(1, 0).uniform(row));
    features[1].push_back(copied);
    features[2].push_back(2 * copied + 1);
    features[3].push_back(Random(1, 3).uniform(row));
    features[4].push_back(7);
  }
  return table_of(std::move(features), random_codes(40, 2, 1));
}

double diagnostic(const Selection& selection, const std::string& name) {
  for (const Diagnostic& known : selection.diagnostics) {
    if (known.name == name) return known.value;
  }
  return std::nan("");
}

TEST(InfFs, with_alpha_1_ranks_by_dispersion_and_with_0_by_independence) {
  const Table table = some_table();
  const auto by_spread = select(table, "inf-fs", 5, {{"alpha", "1"}});
  EXPECT_EQ(by_spread.features(), (std::vector<Feature>{0, 2, 1, 3, 4}));
  const auto independent = select(table, "inf-fs", 5, {{"alpha", "0"}}).features();
  EXPECT_TRUE(independent[0] == 0 || independent[0] == 3);
  EXPECT_EQ((std::vector<Feature>(independent.begin() + 2, independent.end())),
            (std::vector<Feature>{1, 2, 4}));
}

TEST(InfFs, ranks_constants_last_with_score_0_unless_kept) {
  const Table table = some_table();
  for (const char* alpha : {"0", "0.5", "1"}) {
    const Selection last = select(table, "inf-fs", 5, {{"alpha", alpha}});
    EXPECT_EQ(last.ranking.back().feature, 4U);
    EXPECT_EQ(last.ranking.back().score, 0);
  }
  // Like nothing, so of most use: what the authors' program thinks of constants.
  const auto kept = select(table, "inf-fs", 5, {{"alpha", "0"}, {"constants", "keep"}});
  EXPECT_EQ(kept.ranking.front().feature, 4U);
}

TEST(InfFs, keeps_column_order_if_all_features_are_duplicates) {
  const Table table =
      table_of(Values{{5, 5, 5, 5}, {1, 2, 3, 4}, {2, 4, 6, 8}, {-1, -3, -5, -9}}, {0, 1, 0, 1});
  const Selection found = select(table, "inf-fs", 4, {{"alpha", "0"}});
  EXPECT_EQ(found.features(), (std::vector<Feature>{1, 2, 3, 0}));
  for (const Selected& step : found.selected)
    EXPECT_NEAR(step.score, 0, 1e-12);
}

TEST(InfFs, reports_its_accuracy) {
  const Selection found = select(some_table(), "inf-fs", 2);
  EXPECT_GT(diagnostic(found, "radius"), 0);
  EXPECT_LE(diagnostic(found, "residual"), 1e-13);
  EXPECT_LE(diagnostic(found, "radius_error"), 1e-13 * diagnostic(found, "radius"));
  EXPECT_GE(diagnostic(found, "passes"), 2);
}

TEST(InfFs, notes_that_standardized_numbers_have_no_dispersion) {
  Values features(3);
  for (std::size_t row = 0; row < 10; ++row) {
    for (std::size_t f = 0; f < 3; ++f)
      features[f].push_back((row + f) % 2 == 0 ? 1 : -1);
    features[2].back() = row % 4 < 2 ? 1 : -1;
  }
  features[2][9] = 1;  // so that the third is as even as the others
  features[2][8] = -1;
  const Table table = table_of(features, random_codes(10, 2, 1));
  EXPECT_EQ(select(table, "inf-fs", 2).notes.size(), 1U);
  EXPECT_TRUE(select(table, "inf-fs", 2, {{"alpha", "0"}}).notes.empty());
}

TEST(InfFs, is_accurate_to_seven_digits_in_single_precision) {
  const Table table = some_table();
  const Selection exact = select(table, "inf-fs", 5);
  const Selection single = select(table, "inf-fs", 5, {{"precision", "single"}});
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(single.ranking[i].score, exact.ranking[i].score, 1e-6);
}

TEST(InfFs, counts_the_features_of_the_chosen_ranking) {
  const Example made = example(40, 1);
  const Table table = table_of(made.features, made.classes);
  const Selection found = select(table, "inf-fs", 1, {{"alpha", "cv"}});
  EXPECT_NE(found.notes[0].find("accuracy with 1 feature and cost"), std::string::npos)
      << found.notes[0];
}

TEST(InfFs, needs_no_target) {
  TableParts parts = some_table().parts();
  parts.target.reset();
  EXPECT_EQ(select(Table(std::move(parts)), "inf-fs", 5).features(),
            select(some_table(), "inf-fs", 5).features());
}

TEST(InfFs, has_a_paper_preset) {
  const Method& method = pith::method("inf-fs");
  const Params paper = method.params({{"preset", "paper"}});
  EXPECT_TRUE(paper.is_word("alpha"));
  EXPECT_EQ(paper.choice("constants"), "keep");
  EXPECT_EQ(paper.real("damping"), 0.9);
  EXPECT_TRUE(method.traits_for(paper).input.needs_target);
  EXPECT_EQ(method.params({{"preset", "paper"}, {"alpha", "0.5"}}).real("alpha"), 0.5);
  EXPECT_EQ(method.params({}).real("alpha"), 0.2);
}

}  // namespace
}  // namespace pith
