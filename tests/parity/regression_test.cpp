// SPDX-License-Identifier: Apache-2.0
// Forward regression, matching pursuit and alpha-investing against independent implementations
// (golden/embedded/README.md).
#include <gtest/gtest.h>

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
    roles.target = has_classes ? "label" : "none";
    roles.kinds.numeric = {has_classes ? "f*" : "*"};
    table_ = read((path->parent_path() / (GetParam() + ".csv.gz")).string(), roles);
    if (!has_classes) separate_target();
  }
  /// The target of diabetes_z is a number, and so a feature to the reader.
  void separate_target() {
    TableParts parts = table_->parts();
    const Feature place = table_->find("target");
    target_.assign(parts.features[place].numbers().begin(), parts.features[place].numbers().end());
    parts.features.erase(parts.features.begin() + place);
    parts.names.erase(parts.names.begin() + place);
    table_ = Table(std::move(parts));
  }
  Directions responses() const {
    Directions one(1, table_->rows());
    if (target_.empty()) {
      for (std::size_t row = 0; row < one.rows; ++row)
        one.numbers[row] = table_->target().code(row);
      centre(std::vector<double>(one.numbers), {}, one.numbers);
    } else {
      centre(target_, {}, one.numbers);
    }
    return one;
  }
  std::size_t steps(const Json& golden) const { return golden.at("order").size(); }

  Json results_;
  std::optional<Table> table_;
  std::vector<double> target_;
};

TEST_P(RegressionParity, gives_the_golden_orders_and_r2) {
  if (results_.contains("task")) GTEST_SKIP() << "a numeric target, tested below";
  const Json& golden = results_.at("forward_regression");
  const Selection forward = select(*table_, "forward-regression", steps(golden));
  EXPECT_EQ(forward.features(), golden.at("order").get<std::vector<Feature>>());
  ASSERT_EQ(forward.selected.size(), golden.at("r2").size());
  for (std::size_t i = 0; i < forward.selected.size(); ++i)
    EXPECT_NEAR(forward.selected[i].score, golden.at("r2")[i].get<double>(), tolerance);
  EXPECT_EQ(select(*table_, "omp", steps(golden)).features(),
            golden.at("omp_order").get<std::vector<Feature>>());
}

TEST_P(RegressionParity, gives_the_golden_orders_for_numeric_targets) {
  if (!results_.contains("task")) GTEST_SKIP() << "classes";
  const Json& golden = results_.at("forward_regression");
  const FeatureVectors vectors(*table_, Length::unit, {});
  for (const bool is_pursuit : {false, true}) {
    StepwiseFit fit(vectors.view(), responses(), {});
    std::vector<std::size_t> order;
    for (std::size_t step = 0; step < steps(golden); ++step) {
      const auto value = [&](std::size_t i) {
        return is_pursuit ? fit.squared_correlation(i) : fit.gain(i);
      };
      std::size_t best = 0;
      for (std::size_t i = 1; i < fit.columns(); ++i) {
        if (value(i) > value(best)) best = i;
      }
      fit.add(best, 0, {});
      order.push_back(best);
      if (!is_pursuit) {
        EXPECT_NEAR(fit.explained(), golden.at("r2")[step].get<double>(), tolerance);
        EXPECT_NEAR(fit.unexplained(), 1 - fit.explained(), tolerance);
      }
    }
    EXPECT_EQ(order, golden.at(is_pursuit ? "omp_order" : "order").get<std::vector<std::size_t>>());
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
  if (!results_.contains("alpha_investing") || results_.contains("task"))
    GTEST_SKIP() << "no golden results";
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
