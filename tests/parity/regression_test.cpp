// SPDX-License-Identifier: Apache-2.0
// Forward regression, matching pursuit, alpha-investing, gc-mi and the lasso path against
// independent implementations (golden/embedded/README.md).
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pith/methods/regression/investor.h"
#include "pith/methods/regression/stepwise_fit.h"
#include "pith/select/select.h"
#include "pith/stats/centred_columns.h"
#include "pith/stats/feature_vectors.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

/// Goldens have twelve digits.
constexpr double tolerance = 1e-10;

class RegressionParity : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto path = golden::find("embedded/" + GetParam() + ".json");
    if (!path) GTEST_SKIP() << "no golden results";
    results_ = golden::parse(*path);
    Roles roles;
    const bool has_classes = !results_.contains("task");
    roles.target = has_classes ? "label" : "target";
    roles.task = has_classes ? TaskKind::classify : TaskKind::regress;
    roles.kinds.numeric = {"f*"};
    table_ = read((path->parent_path() / (GetParam() + ".csv.gz")).string(), roles);
  }
  Directions responses() const {
    Directions one(1, table_->rows());
    std::vector<double> target(table_->rows());
    for (std::size_t row = 0; row < one.rows; ++row) {
      target[row] = table_->has_classes() ? static_cast<double>(table_->target().code(row))
                                          : table_->target().number(row);
    }
    centre(target, {}, one.numbers);
    return one;
  }
  std::size_t steps(const Json& golden) const { return golden.at("order").size(); }

  Json results_;
  std::optional<Table> table_;
};

TEST_P(RegressionParity, gives_the_golden_orders_and_r2) {
  const Json& golden = results_.at("forward_regression");
  const Selection forward = select(*table_, "forward-regression", steps(golden));
  EXPECT_EQ(forward.features(), golden.at("order").get<std::vector<Feature>>());
  ASSERT_EQ(forward.selected.size(), golden.at("r2").size());
  for (std::size_t i = 0; i < forward.selected.size(); ++i)
    EXPECT_NEAR(forward.selected[i].score, golden.at("r2")[i].get<double>(), tolerance);
  EXPECT_EQ(select(*table_, "omp", steps(golden)).features(),
            golden.at("omp_order").get<std::vector<Feature>>());
}

TEST_P(RegressionParity, gc_mi_gives_the_information_of_the_golden_r2) {
  if (table_->has_classes()) GTEST_SKIP() << "classes";
  const Json& golden = results_.at("forward_regression");
  const Selection found = select(*table_, "gc-mi", steps(golden));
  EXPECT_EQ(found.features(), golden.at("order").get<std::vector<Feature>>());
  for (std::size_t i = 0; i < found.selected.size(); ++i) {
    EXPECT_NEAR(found.selected[i].score, -std::log1p(-golden.at("r2")[i].get<double>()) / 2,
                tolerance);
  }
}

TEST_P(RegressionParity, l1_gives_the_lasso_path_of_scikit_learn) {
  if (GetParam() != "diabetes_z") GTEST_SKIP() << "no results";
  // lars_path(X, y, method="lasso") of scikit-learn for features and target of variance 1: the
  // alphas at which features first enter.
  const std::vector<std::pair<Feature, double>> expected{
      {2, 0.5864501372694473},  {8, 0.5493141704875105},   {3, 0.27974602781494},
      {6, 0.1952331869682249},  {1, 0.08037882079052823},  {9, 0.054840557085850956},
      {4, 0.04259839130216341}, {7, 0.012342023908055975}, {5, 0.0033833860059669513},
      {0, 0.003142922420907968}};
  const Selection found = select(*table_, "l1", expected.size());
  ASSERT_EQ(found.selected.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found.selected[i].feature, expected[i].first) << i;
    EXPECT_NEAR(found.selected[i].score, expected[i].second, 1e-9) << i;
  }
}

TEST_P(RegressionParity, alpha_investing_gives_the_golden_trace) {
  if (!results_.contains("alpha_investing")) GTEST_SKIP() << "no golden results";
  const Json& golden = results_.at("alpha_investing");
  const FeatureVectors vectors(*table_, Length::unit, {});
  const Directions one = responses();
  double total = 0;
  for (const double number : one.numbers)
    total += number * number;
  StepwiseFit fit(vectors.view(), one, {});
  Investor investor(golden.at("w0").get<double>(), golden.at("dw").get<double>());
  std::vector<std::size_t> selected;
  const auto rows = static_cast<double>(table_->rows());
  const Json& trace = golden.at("trace_p_alpha_wealth");
  for (std::size_t i = 0; i < fit.columns(); ++i) {
    const double p = investing_p(fit.gain(i), fit.unexplained(), rows);
    const double alpha = investor.level();
    if (investor.test(p)) {
      fit.add(i, 0, {});
      selected.push_back(i);
    }
    if (i >= trace.size()) continue;  // of many columns the golden trace has the first only
    EXPECT_LT(golden::deviation(p, trace[i][0]), tolerance) << i;
    EXPECT_LT(golden::deviation(alpha, trace[i][1]), tolerance) << i;
    EXPECT_LT(golden::deviation(investor.wealth(), trace[i][2]), tolerance) << i;
  }
  EXPECT_EQ(selected, golden.at("selected").get<std::vector<std::size_t>>());
  EXPECT_LT(golden::deviation(fit.unexplained() * total, golden.at("final_rss")), 1e-9);
}

TEST_P(RegressionParity, alpha_investing_selects_the_golden_features_in_any_order) {
  if (!results_.contains("alpha_investing")) GTEST_SKIP() << "no golden results";
  const Json& golden = results_.at("alpha_investing");
  EXPECT_EQ(select(*table_, "alpha-investing", table_->features()).features(),
            golden.at("selected").get<std::vector<Feature>>());
  if (!golden.contains("permuted_order")) return;
  const auto order = golden.at("permuted_order").get<std::vector<std::size_t>>();
  TableParts parts = table_->parts();
  parts.features.clear();
  parts.names.clear();
  for (const std::size_t place : order) {
    parts.features.push_back(table_->parts().features[place]);
    parts.names.push_back(table_->names()[place]);
  }
  EXPECT_EQ(select(Table(std::move(parts)), "alpha-investing", order.size()).features(),
            golden.at("selected_permuted_positions").get<std::vector<Feature>>());
}

INSTANTIATE_TEST_SUITE_P(Parity, RegressionParity,
                         testing::Values("allaml300_z", "bcancer_z", "diabetes_z", "digits300",
                                         "wine_z"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace pith
