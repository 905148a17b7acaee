// SPDX-License-Identifier: Apache-2.0
// Against the alternation with both matrices formed and their eigenvectors exact at every step
// (golden/graph_qp/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/select/select.h"
#include "tests/parity/graph_qp.h"

namespace pith {
namespace {

class QAlphaParity : public testing::TestWithParam<std::string> {};

TEST_P(QAlphaParity, gives_the_golden_weights_value_and_order) {
  const auto path = golden::find("graph_qp/qalpha_" + GetParam() + ".json");
  const auto table = golden::graph_qp_table(GetParam());
  if (!path || !table) GTEST_SKIP() << "no golden results";
  const nlohmann::json results = golden::parse(*path).at("results");
  ASSERT_EQ(results.size(), 2U);
  for (const std::string dimensions : {"2", "5"}) {
    SCOPED_TRACE(dimensions + " dimensions");
    const nlohmann::json& expected = results.at("k=" + dimensions);
    const Selection found =
        select(*table, "q-alpha", table->features(), {{"dimensions", dimensions}});
    std::vector<double> alpha(table->features());
    for (const Ranked& entry : found.ranking)
      alpha[entry.feature] = entry.score;
    EXPECT_LE(golden::deviation(alpha, expected.at("alpha")), 1e-9);
    const auto objective = expected.at("objective_sum_sq_top_k_eigs").get<double>();
    ASSERT_EQ(found.diagnostics.at(0).name, "objective");
    EXPECT_NEAR(found.diagnostics[0].value, objective, 1e-11 * objective);
    // Their order, but for what is as good as tied.
    const auto order = expected.at("ranking").get<std::vector<Feature>>();
    ASSERT_EQ(order.size(), alpha.size());
    for (std::size_t i = 1; i < order.size(); ++i)
      EXPECT_LE(alpha[order[i]], alpha[order[i - 1]] + 1e-8) << i;
    EXPECT_TRUE(std::none_of(found.notes.begin(), found.notes.end(), [](const std::string& note) {
      return note.find("still changed") != std::string::npos;
    }));
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, QAlphaParity,
                         testing::Values("wine", "breast_cancer", "edge1", "isolet300",
                                         "colon_raw"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace pith
