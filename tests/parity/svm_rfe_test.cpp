// SPDX-License-Identifier: Apache-2.0
// Recursive elimination by support vector machines against an independent implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "pith/methods/relief/margins.h"
#include "pith/methods/svm/pair_machines.h"
#include "pith/methods/svm/rfe.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Order = std::vector<std::size_t>;

/// A golden table, its results, and whether they are there.
struct Golden {
  explicit Golden(const std::string& name) {
    const auto path = golden::find("embedded/" + name + ".json");
    if (!path) return;
    results = golden::parse(*path);
    Roles roles;
    roles.target = "label";
    roles.kinds.numeric = {"f*"};
    table = read((path->parent_path() / (name + ".csv.gz")).string(), roles);
  }
  nlohmann::json results;
  std::optional<Table> table;
};

Order order_of_selection(const Selection& found) {
  Order order;
  for (const Ranked& entry : found.ranking)
    order.push_back(entry.feature);
  return order;
}

/// The orders agree up to the first round that a small gap leaves open; from there on the sets may
/// differ. `gaps` has one gap for every round, `sizes` how many features a round removes. Returns
/// how many removals agree.
std::size_t agreeing_removals(const Order& found, const Order& expected, const nlohmann::json& gaps,
                              double step) {
  std::size_t left = expected.size();
  for (std::size_t round = 0; round < gaps.size(); ++round) {
    const std::size_t count = round_size(step, left);
    const Order a(found.begin() + static_cast<std::ptrdiff_t>(left - count),
                  found.begin() + static_cast<std::ptrdiff_t>(left));
    const Order b(expected.begin() + static_cast<std::ptrdiff_t>(left - count),
                  expected.begin() + static_cast<std::ptrdiff_t>(left));
    if (std::set<std::size_t>(a.begin(), a.end()) != std::set<std::size_t>(b.begin(), b.end())) {
      const double gap = gaps[round].is_null() ? 0.0 : gaps[round].get<double>();
      EXPECT_LT(gap, 1e-3) << "round " << round << " with " << left << " features left";
      return expected.size() - left;
    }
    EXPECT_EQ(a, b) << "round " << round;
    left -= count;
  }
  return expected.size() - left;
}

class SvmRfeGolden : public testing::TestWithParam<std::string> {};

TEST_P(SvmRfeGolden, orders) {
  const Golden given(GetParam());
  if (!given.table) GTEST_SKIP() << "no golden results";
  const nlohmann::json expected = given.results["svm_rfe"];
  for (const auto& [step, key] : {std::pair{"1", "one"}, std::pair{"0.1", "frac10"}}) {
    const Order found = order_of_selection(select(*given.table, "svm-rfe", 1, {{"step", step}}));
    const Order order = expected[std::string("order_") + key];
    const std::size_t same =
        agreeing_removals(found, order, expected[std::string("gaps_") + key], std::stod(step));
    RecordProperty(key, static_cast<int>(same));
    EXPECT_EQ(found, order) << key << ": " << same << " agree";
  }
}

TEST_P(SvmRfeGolden, machine_of_all_features) {
  const Golden given(GetParam());
  if (!given.table) GTEST_SKIP() << "no golden results";
  const nlohmann::json expected = given.results["svm_rfe"];
  std::vector<std::size_t> rows(given.table->rows());
  std::iota(rows.begin(), rows.end(), 0);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return given.table->target().code(a) < given.table->target().code(b);
  });
  const Table table = given.table->take(rows);
  const CentredColumns columns(table, Unit::as_it_is, {});
  const std::vector<double> costs(table.rows(), 1.0);
  PairMachines machines(table, columns, {.costs = costs}, {});
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  const std::vector<double> losses = machines.losses(all, {});
  const std::vector<double> golden_losses = expected["w2_full"];
  const double largest = *std::max_element(golden_losses.begin(), golden_losses.end());
  for (const Feature f : all)
    EXPECT_NEAR(losses[f], golden_losses[f], 1e-3 * largest);
  if (!expected.contains("w_full")) return;
  const std::vector<double> weights = expected["w_full"];
  const double scale = std::sqrt(largest);
  double bias = machines.machine(0).bias();
  for (const Feature f : all) {
    EXPECT_NEAR(machines.weight(0, f), weights[f], 1e-3 * scale);
    // The columns are centred.
    double mean = 0;
    for (std::size_t row = 0; row < table.rows(); ++row)
      mean += table.feature(f).numbers()[row] / static_cast<double>(table.rows());
    bias -= machines.weight(0, f) * mean;
  }
  EXPECT_NEAR(bias, expected["intercept_full"].get<double>(), 1e-3 * std::max(scale, 1.0));
  const double primal = expected["primal_objective"];
  // The golden machine has a gap itself.
  const double dual = expected["dual_objective"];
  EXPECT_LE(machines.machine(0).primal_objective(), primal * (1 + 1e-5));
  EXPECT_GE(machines.machine(0).primal_objective(), dual * (1 - 1e-9));
  EXPECT_NEAR(machines.machine(0).dual_objective(), dual, 1e-5 * dual);
  EXPECT_LT(machines.machine(0).violation(), 1e-10);
}

TEST_P(SvmRfeGolden, ensemble_with_given_bootstraps) {
  const Golden given(GetParam());
  if (!given.table || !given.results.contains("ensemble_svm_rfe"))
    GTEST_SKIP() << "no golden results";
  const nlohmann::json expected = given.results["ensemble_svm_rfe"];
  std::vector<double> sums(given.table->features());
  for (const auto& bootstrap : expected["bootstraps"]) {
    const std::vector<std::size_t> rows = bootstrap;
    const RfeOptions options{.cost = 1, .step = 0.1};
    const Task task{.k = 1, .params = Params("svm-rfe", rfe_parameters(0.1), {})};
    const Order order =
        recursive_elimination(given.table->take(rows), options, task, {}).elimination.order;
    for (std::size_t place = 0; place < order.size(); ++place)
      sums[order[place]] += static_cast<double>(place + 1);
  }
  const std::vector<double> golden_sums = expected["rank_sum"];
  std::size_t equal = 0;
  for (std::size_t f = 0; f < sums.size(); ++f) {
    EXPECT_NEAR(sums[f], golden_sums[f], 3) << f;
    equal += sums[f] == golden_sums[f] ? 1 : 0;
  }
  EXPECT_GE(static_cast<double>(equal), 0.9 * static_cast<double>(sums.size()));
}

TEST_P(SvmRfeGolden, sample_weighting) {
  const Golden given(GetParam());
  if (!given.table || !given.results.contains("sample_weighting"))
    GTEST_SKIP() << "no golden results";
  const nlohmann::json expected = given.results["sample_weighting"]["sw_svm_rfe"];
  const Order found = order_of_selection(select(*given.table, "sw-svm-rfe", 1));
  const Order order = expected["order"];
  const std::size_t same = agreeing_removals(found, order, expected["gaps"], 0.1);
  EXPECT_EQ(found, order) << same << " agree";
}

INSTANTIATE_TEST_SUITE_P(Parity, SvmRfeGolden,
                         testing::Values("allaml300_z", "bcancer_z", "wine_z", "digits300"));

}  // namespace
}  // namespace pith
