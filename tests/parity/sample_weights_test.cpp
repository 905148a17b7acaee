// SPDX-License-Identifier: Apache-2.0
// Sample-weighted ReliefF against an independent implementation.
#include <gtest/gtest.h>

#include "pith/methods/relief/margins.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

class SampleWeights : public testing::TestWithParam<std::string> {};

TEST_P(SampleWeights, and_what_relieff_makes_of_them) {
  const auto path = golden::find("embedded/" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  const nlohmann::json expected = golden::parse(*path)["sample_weighting"];
  Roles roles;
  roles.target = "label";
  roles.kinds.numeric = {"f*"};
  const Table table = read((path->parent_path() / (GetParam() + ".csv.gz")).string(), roles);
  EXPECT_LT(
      golden::deviation(margin_weights(table, MarginScale::as_it_is, {}), expected["weights"]),
      golden::tolerance);
  for (const auto& [method, key] :
       {std::pair{"relieff", "relieff_k10"}, std::pair{"sw-relieff", "sw_relieff_k10"}}) {
    std::vector<double> scores(table.features());
    for (const Ranked& entry : select(table, method, 1).ranking)
      scores[entry.feature] = entry.score;
    EXPECT_LT(golden::deviation(scores, expected[key]), golden::tolerance) << method;
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, SampleWeights,
                         testing::Values("allaml300_z", "bcancer_z", "wine_z"));

}  // namespace
}  // namespace pith
