// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

TEST(Gbfs, selects_in_order_of_introduction_and_stops_by_itself) {
  const Example made = example(200, 30);
  const Table table = table_of(made.features, made.classes);
  const Selection cheap = select(table, "gbfs", 30, {{"mu", "0.1"}, {"rounds", "20"}});
  const Selection dear = select(table, "gbfs", 30, {{"mu", "3"}, {"rounds", "20"}});
  EXPECT_GT(cheap.selected.size(), dear.selected.size());
  EXPECT_GT(dear.selected.size(), 0U);
  EXPECT_EQ(dear.stopped, Stopped::no_gain);
  ASSERT_EQ(dear.ranking.size(), 30U);
  for (std::size_t i = 0; i < 30; ++i)
    EXPECT_EQ(dear.ranking[i].score > 0, i < dear.selected.size());
  EXPECT_EQ(dear.diagnostics[0].name, "introduced");
  EXPECT_EQ(dear.diagnostics[0].value, static_cast<double>(dear.selected.size()));
}

TEST(Gbfs, passes_over_a_copy_of_what_it_has_paid_for) {
  Example made = example(200, 6);
  made.features.push_back(made.features[5]);
  const Selection selection = select(table_of(made.features, made.classes), "gbfs", 7);
  const auto chosen = selection.features();
  EXPECT_EQ(chosen.front(), 5U);
  EXPECT_EQ(std::find(chosen.begin(), chosen.end(), 6U), chosen.end());
}

TEST(Gbfs, says_so_when_every_feature_is_too_dear) {
  const Example made = example(100, 4);
  const Selection selection =
      select(table_of(made.features, made.classes), "gbfs", 4, {{"mu", "1e6"}});
  EXPECT_TRUE(selection.selected.empty());
  EXPECT_TRUE(std::any_of(selection.notes.begin(), selection.notes.end(),
                          [](const std::string& note) { return note.starts_with("no split"); }));
}

TEST(Gbfs, does_not_advise_to_lower_a_price_of_0) {
  const Table table = table_of(Values{{3, 3, 3, 3}, {0, 0, 1, 1}}, {0, 1, 0, 1});
  const Selection found = select(table, "gbfs", 2, {{"mu", "0"}});
  EXPECT_TRUE(found.selected.empty());
  EXPECT_EQ(found.notes.back(),
            "no split brings the trees nearer to the target, so that no feature is selected");
}

TEST(Gbfs, of_a_numeric_target_does_not_depend_on_its_unit) {
  NumericExample made = numeric_example(200, 8);
  const Selection before = select(numeric_table_of(made.features, made.target), "gbfs", 8);
  EXPECT_EQ(before.selected[0].name, "x7");
  EXPECT_EQ(before.diagnostics[3].name, "training_r2");
  EXPECT_GT(before.diagnostics[3].value, 0.5);
  for (double& number : made.target)
    number = 1000 - 7 * number;
  const Selection after = select(numeric_table_of(made.features, made.target), "gbfs", 8);
  ASSERT_EQ(before.names(), after.names());
  for (std::size_t i = 0; i < before.selected.size(); ++i)
    EXPECT_NEAR(before.selected[i].score, after.selected[i].score, 1e-9);
}

TEST(Gbfs, does_not_pay_for_kept_features) {
  const Example made = example(200, 6);
  Request request{.method = "gbfs", .k = 6, .params = {{"mu", "1e6"}}};
  request.keep = {"x4", "x0"};
  const Selection selection = select(table_of(made.features, made.classes), request);
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x4", "x0"}));
  EXPECT_GT(selection.selected[0].score, 1);
}

}  // namespace
}  // namespace pith
