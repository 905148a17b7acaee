// SPDX-License-Identifier: Apache-2.0
// Against sequences computed in extended precision and compared there with FEAST and praznik 13.0:
// the order exactly, ties to the lowest index, and the score of every step.
#include <gtest/gtest.h>

#include "pith/base/text.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

/// A criterion as the goldens call it, and as we do.
struct Named {
  std::string key;
  std::string method;
  Settings settings;
};

std::vector<Named> criteria() {
  const auto quotient = [](double bits) {
    return Settings{{"form", "quotient"}, {"epsilon", number_text(bits * std::log(2.0))}};
  };
  return {{"mim", "mim", {}},
          {"mrmr_mid", "mrmr", {}},
          {"mrmr_miq_eps0", "mrmr", quotient(0)},
          {"mrmr_miq_eps1e-4bit", "mrmr", {{"form", "quotient"}}},
          {"mrmr_miq_eps1e-2bit", "mrmr", quotient(1e-2)},
          {"jmi", "jmi", {}},
          {"cmim", "cmim", {}},
          {"cmim_pure", "cmim", {{"cap", "false"}}},
          {"cife", "cife", {}},
          {"disr", "disr", {}},
          {"icap", "icap", {}},
          {"condred", "condred", {}},
          {"mifs_beta1", "mifs", {{"beta", "1"}}},
          {"betagamma_0.3_0.7", "beta-gamma", {{"beta", "0.3"}, {"gamma", "0.7"}}},
          {"betagamma_0.5_0.1", "beta-gamma", {{"beta", "0.5"}, {"gamma", "0.1"}}},
          {"jmim", "jmim", {}},
          {"njmim", "njmim", {}}};
}

/// Orders exactly; returns the largest deviation of a score.
double expect_equal(const Selection& selection, const nlohmann::json& expected) {
  std::vector<Feature> order;
  std::vector<double> scores;
  for (const Selected& step : selection.selected) {
    order.push_back(step.feature);
    scores.push_back(step.score);
  }
  EXPECT_EQ(order, expected["selected"].get<std::vector<Feature>>());
  const double deviation = golden::deviation(scores, expected["scores"]);
  EXPECT_LT(deviation, golden::tolerance);
  return deviation;
}

class Greedy : public testing::TestWithParam<std::string> {};

TEST_P(Greedy, takes_the_same_features_in_the_same_order) {
  const auto path = golden::find("discrete/greedy_" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  const nlohmann::json all = golden::parse(*path);
  const Table table = golden::read_table(path->parent_path() / "data" / (GetParam() + ".csv.gz"),
                                         all["d"].get<std::size_t>(), nullptr);
  const std::vector<Named> known = criteria();
  double largest = 0;
  for (const auto& [key, expected] : all["criteria"].items()) {
    SCOPED_TRACE(key);
    const auto criterion = std::find_if(known.begin(), known.end(),
                                        [&key = key](const Named& c) { return c.key == key; });
    ASSERT_NE(criterion, known.end());
    const Selection selection =
        select(table, criterion->method, expected["selected"].size(), criterion->settings);
    largest = std::max(largest, expect_equal(selection, expected));
  }
  RecordProperty("largest_deviation", std::to_string(largest * 1e12) + "e-12");
}

TEST_P(Greedy, fcbf_finds_the_same_features) {
  const auto path = golden::find("discrete/greedy_" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  const nlohmann::json all = golden::parse(*path);
  const Table table = golden::read_table(path->parent_path() / "data" / (GetParam() + ".csv.gz"),
                                         all["d"].get<std::size_t>(), nullptr);
  for (const auto& [key, expected] : all["fcbf"].items()) {
    SCOPED_TRACE(key);
    const std::string threshold = key.substr(std::string("delta_").size());
    expect_equal(select(table, "fcbf", table.features(), {{"threshold", threshold}}), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, Greedy,
                         testing::Values("breast_cancer_peng3", "colon", "digits_peng3", "edge_a",
                                         "lung_small", "lymphoma", "madelon_ef5"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace pith
