// SPDX-License-Identifier: Apache-2.0
// Against stability indices computed in NumPy and SciPy from generated orders.
#include "pith/evaluate/stability.h"

#include <gtest/gtest.h>

#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;
using Orders = std::vector<std::vector<Feature>>;

constexpr double precision = 1e-12;

Orders best(const Orders& orders, std::size_t k) {
  Orders lists;
  for (const std::vector<Feature>& order : orders)
    lists.emplace_back(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k));
  return lists;
}

void expect_divergence(const JensenShannon& found, const Json& expected) {
  EXPECT_LE(golden::deviation({found.published(), found.divergence, found.limit}, expected),
            precision);
}

void expect_nogueira(const Nogueira& found, const Json& expected) {
  EXPECT_LE(golden::deviation({found.value, found.variance, found.lower, found.upper}, expected),
            precision);
}

TEST(StabilityParity, gives_the_golden_indices_of_top_lists) {
  const auto path = golden::find("graph_qp/stability_a.json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Json cases = golden::parse(*path).at("cases");
  ASSERT_FALSE(cases.empty());
  for (const Json& each : cases) {
    const auto orders = each.at("orders_best_first").get<Orders>();
    for (const std::size_t k : {5U, 10U}) {
      SCOPED_TRACE(each.at("name").get<std::string>() + ", k " + std::to_string(k));
      const Json& expected = each.at("results").at("k=" + std::to_string(k));
      const Orders lists = best(orders, k);
      const FeatureLists top(lists, orders.front().size());
      expect_divergence(ranking_divergence(top), expected.at("S_JS_partial_ranked"));
      expect_divergence(set_divergence(top), expected.at("S_JS_topk"));
      expect_nogueira(nogueira(top), expected.at("nogueira"));
      EXPECT_LE(golden::deviation(kuncheva(top), expected.at("kuncheva")), precision);
      EXPECT_LE(golden::deviation(jaccard(top), expected.at("jaccard")), precision);
    }
  }
}

TEST(StabilityParity, gives_the_golden_indices_of_rankings) {
  const auto path = golden::find("graph_qp/stability_a.json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Json cases = golden::parse(*path).at("cases");
  ASSERT_FALSE(cases.empty());
  for (const Json& each : cases) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    const Json& expected = each.at("results");
    const auto orders = each.at("orders_best_first").get<Orders>();
    std::vector<Ranking> rankings;
    for (const std::vector<Feature>& order : orders)
      rankings.push_back({.order = order, .is_tied = {}});
    expect_divergence(ranking_divergence(FeatureLists(orders, orders.front().size())),
                      expected.at("S_JS_full"));
    EXPECT_LE(golden::deviation(mean_spearman(rankings), expected.at("spearman_mean")), precision);
    EXPECT_LE(golden::deviation(mean_kendall(rankings), expected.at("kendall_mean")), precision);
  }
}

TEST(StabilityParity, gives_the_golden_indices_of_sets_of_different_sizes) {
  const auto path = golden::find("graph_qp/stability_a.json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Json golden = golden::parse(*path).at("variable_size");
  Orders members;
  for (const Json& row : golden.at("Z")) {
    members.emplace_back();
    for (std::size_t feature = 0; feature < row.size(); ++feature) {
      if (row[feature] == 1) members.back().push_back(static_cast<Feature>(feature));
    }
  }
  const FeatureLists sets(members, golden.at("Z")[0].size());
  expect_nogueira(nogueira(sets), golden.at("nogueira_stab_var_lo_hi"));
  EXPECT_LE(golden::deviation(jaccard(sets), golden.at("jaccard")), precision);
}

}  // namespace
}  // namespace pith
