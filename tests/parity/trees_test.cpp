// SPDX-License-Identifier: Apache-2.0
// Methods with decision trees against independent implementations.
#include <gtest/gtest.h>

#include <cmath>

#include "pith/learn/trees/boosted_trees.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

class TreeParity : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto path = golden::find("embedded/" + GetParam() + ".json");
    if (!path) GTEST_SKIP() << "no golden results";
    expected = golden::parse(*path);
    Roles roles;
    roles.target = "label";
    roles.kinds.numeric = {"f*"};
    table.emplace(read((path->parent_path() / (GetParam() + ".csv.gz")).string(), roles));
  }

  nlohmann::json expected;
  std::optional<Table> table;
};

TEST_P(TreeParity, gbfs_introduces_the_same_features_in_the_same_rounds) {
  ASSERT_FALSE(expected["gbfs"].empty());
  for (const nlohmann::json& run : expected["gbfs"]) {
    const BoostingOptions options{.tree = {.depth = run["depth"], .price = run["mu"]},
                                  .rounds = run["T"],
                                  .rate = run["step"]};
    const Context context;
    Work work(context, "select", options.rounds);
    const BoostedTrees found = boost_trees(*table, options, work, context);
    nlohmann::json introduced = nlohmann::json::array();
    for (const Introduction& step : found.introduced)
      introduced.push_back({step.feature, step.round});
    EXPECT_EQ(introduced, run["introduced"]);
    EXPECT_NEAR(found.log_loss, run["final_train_logloss"], 1e-11);
    const nlohmann::json& tree = run["first_tree"];
    ASSERT_EQ(found.first_tree.size(), tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const RegressionNode& node = found.first_tree[i];
      EXPECT_EQ(node.rows, tree[i]["n"]);
      EXPECT_EQ(node.depth, tree[i]["depth"]);
      ASSERT_EQ(node.is_split, tree[i].contains("feature"));
      if (node.is_split) {
        EXPECT_EQ(node.feature, tree[i]["feature"]);
        EXPECT_NEAR(node.threshold, tree[i]["threshold"], 1e-9);
        EXPECT_NEAR(node.gain, tree[i]["gain"], 1e-9 * std::max(1.0, node.gain));
      } else {
        EXPECT_NEAR(node.mean, tree[i]["leaf"], 1e-11);
      }
    }
  }
}

TEST_P(TreeParity, gbfs_selects_the_features_in_order_of_introduction) {
  for (const nlohmann::json& run : expected["gbfs"]) {
    const Selection selection = select(
        *table, "gbfs", table->features(),
        {{"mu", run["mu"].dump()}, {"rounds", run["T"].dump()}, {"rate", run["step"].dump()}});
    ASSERT_EQ(selection.selected.size(), run["introduced"].size());
    for (std::size_t i = 0; i < selection.selected.size(); ++i)
      EXPECT_EQ(selection.selected[i].feature, run["introduced"][i][0]);
  }
}

TEST_P(TreeParity, extra_trees_have_importances_within_the_band) {
  const nlohmann::json& run = expected["etc"];
  const Selection selection = select(*table, "extra-trees", 1, {{"trees", run["n_trees"].dump()}});
  const double spread = 5 * std::sqrt(1 + 1 / run["n_seeds"].get<double>());
  for (const Ranked& entry : selection.ranking) {
    const double band = spread * run["sd_between_seeds"][entry.feature].get<double>() + 0.002;
    EXPECT_NEAR(entry.score, run["mean"][entry.feature], band) << entry.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, TreeParity,
                         testing::Values("allaml300_z", "bcancer_z", "digits300", "wine_z"));

}  // namespace
}  // namespace pith
