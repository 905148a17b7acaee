// SPDX-License-Identifier: Apache-2.0
// Against an extended-precision prototype that agrees with the authors' program, once the index of
// its pair tables is corrected (golden/discrete/README.md).
#include <gtest/gtest.h>

#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

/// The 0-based steps before which a new set was begun: there the gain is counted from nothing.
std::vector<std::size_t> restarts_of(const Selection& selection) {
  std::vector<std::size_t> steps;
  for (std::size_t step = 1; step < selection.selected.size(); ++step) {
    const Selected& entry = selection.selected[step];
    if (*entry.gain == entry.score) steps.push_back(step);
  }
  return steps;
}

void expect_golden(const Selection& found, const Json& expected) {
  const auto selected = expected.at("selected").get<std::vector<Feature>>();
  const auto scores = expected.at("scores").get<std::vector<double>>();
  ASSERT_EQ(found.selected.size(), selected.size());
  for (std::size_t step = 0; step < selected.size(); ++step) {
    EXPECT_EQ(found.selected[step].feature, selected[step]) << "step " << step;
    EXPECT_NEAR(found.selected[step].score, scores[step], golden::tolerance) << "step " << step;
  }
  if (expected.contains("restarts_before_step")) {
    EXPECT_EQ(restarts_of(found),
              expected.at("restarts_before_step").get<std::vector<std::size_t>>());
  }
}

class Vmi : public testing::TestWithParam<std::string> {};

TEST_P(Vmi, gives_the_golden_order_scores_and_restarts) {
  const auto path = golden::find("discrete/vmi_" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  Roles roles;
  roles.target = "y";
  roles.kinds.categorical = {"f*"};
  const Table table = read(path->parent_path() / "data" / (GetParam() + ".csv.gz"), roles);
  const Json methods = golden::parse(*path).at("methods");
  for (const auto& [name, expected] : methods.items()) {
    SCOPED_TRACE(name);
    const std::string id = name.starts_with("vmi_naive") ? "vmi-naive" : "vmi-pairwise";
    const Settings params = {{"restart_gain", name.ends_with("threshold0") ? "0" : "0.01"}};
    expect_golden(select(table, id, expected.at("selected").size(), params), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, Vmi,
                         testing::Values("breast_cancer_peng3", "colon", "digits_peng3", "edge_a",
                                         "lung_small", "lymphoma", "madelon_ef5"),
                         [](const auto& set) { return set.param; });

TEST(VmiKernels, give_the_golden_values) {
  const auto path = golden::find("discrete/vmi_synthetic.json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Table table = read(path->parent_path() / "data/vmi_synthetic.csv.gz", {.target = "y"});
  const Json methods = golden::parse(*path).at("methods");
  const auto check = [&](const std::string& name, const std::string& id,
                         const std::string& density) {
    SCOPED_TRACE(name);
    const Json& expected = methods.at(name);
    const Settings params = {{"restart_gain", "-100"}, {"density", density}};
    expect_golden(select(table, id, expected.at("selected").size(), params), expected);
  };
  check("vmi_naive_kde_scott_resubstitution", "vmi-naive", "resubstitution");
  check("vmi_naive_kde_scott_leave_one_out", "vmi-naive", "leave-one-out");
  check("vmi_pairwise_kde_scott_resubstitution", "vmi-pairwise", "resubstitution");
}

}  // namespace
}  // namespace pith
