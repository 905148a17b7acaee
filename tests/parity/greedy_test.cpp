// SPDX-License-Identifier: Apache-2.0
// Against sequences computed in extended precision and compared there with FEAST and praznik 13.0:
// the order exactly, ties to the lowest index, and the score of every step.
#include <gtest/gtest.h>

#include "pith/select/catalog.h"
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
          {"mrmr_miq_eps1e-2bit", "mrmr", quotient(1e-2)}};
}

class Greedy : public testing::TestWithParam<std::string> {};

TEST_P(Greedy, takes_the_same_features_in_the_same_order) {
  const auto path = golden::find("discrete/greedy_" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  const nlohmann::json all = golden::parse(*path);
  const Table table = golden::read_table(path->parent_path() / "data" / (GetParam() + ".csv.gz"),
                                         all["d"].get<std::size_t>(), nullptr);
  double largest = 0;
  int compared = 0;
  for (const Named& criterion : criteria()) {
    if (!all["criteria"].contains(criterion.key)) continue;
    ++compared;
    const nlohmann::json& expected = all["criteria"][criterion.key];
    const Selection selection =
        select(table, criterion.method, expected["selected"].size(), criterion.settings);
    std::vector<Feature> order;
    std::vector<double> scores;
    for (const Selected& step : selection.selected) {
      order.push_back(step.feature);
      scores.push_back(step.score);
    }
    EXPECT_EQ(order, expected["selected"].get<std::vector<Feature>>()) << criterion.key;
    const double deviation = golden::deviation(scores, expected["scores"]);
    EXPECT_LT(deviation, golden::tolerance) << criterion.key;
    largest = std::max(largest, deviation);
  }
  EXPECT_GE(compared, 3);
  RecordProperty("criteria", compared);
  RecordProperty("largest_deviation", std::to_string(largest * 1e12) + "e-12");
}

INSTANTIATE_TEST_SUITE_P(Parity, Greedy,
                         testing::Values("breast_cancer_peng3", "colon", "digits_peng3", "edge_a",
                                         "lung_small", "lymphoma", "madelon_ef5"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace pith
