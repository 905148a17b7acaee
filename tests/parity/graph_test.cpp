// SPDX-License-Identifier: Apache-2.0
// Inf-FS, QPFS and SPEC_CMI against dense inverses, quadprog and eigenvectors
// (golden/graph_qp/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/select/select.h"
#include "tests/parity/graph_qp.h"

namespace pith {
namespace {

using Json = nlohmann::json;

double figure(const Selection& found, const std::string& name) {
  const auto place = std::find_if(found.diagnostics.begin(), found.diagnostics.end(),
                                  [&](const Diagnostic& known) { return known.name == name; });
  return place == found.diagnostics.end() ? std::nan("") : place->value;
}

std::vector<double> scores_of(const Selection& found) {
  std::vector<double> scores(found.ranking.size());
  for (const Ranked& entry : found.ranking)
    scores[entry.feature] = entry.score;
  return scores;
}

/// A golden file and its table, or neither.
struct Golden {
  Json results;
  std::optional<Table> table;

  Golden(const std::string& file, const std::string& set) {
    const auto path = golden::find("graph_qp/" + file + ".json");
    if (!path) return;
    results = golden::parse(*path);
    table = golden::graph_qp_table(set);
  }
};

class InfFsParity : public testing::TestWithParam<std::string> {
 protected:
  /// Scores within `tolerance` of the largest, and the golden order but for what is tied.
  static void expect_golden(const Table& table, const Json& results, const Settings& settings) {
    for (const auto& [alpha, expected] : results.items()) {
      SCOPED_TRACE("alpha " + alpha);
      Settings all = settings;
      all.emplace_back("alpha", alpha);
      const Selection found = select(table, "inf-fs", 1, all);
      const std::vector<double> scores = scores_of(found);
      const auto golden = expected.at("scores").get<std::vector<double>>();
      const double most = *std::max_element(golden.begin(), golden.end());
      ASSERT_EQ(scores.size(), golden.size());
      for (std::size_t i = 0; i < scores.size(); ++i)
        EXPECT_NEAR(scores[i], golden[i], 1e-11 * most) << i;
      const auto rho = expected.at("rho").get<double>();
      EXPECT_NEAR(figure(found, "radius"), rho, 1e-12 * rho);
      if (!expected.contains("ranking")) continue;
      const auto order = expected.at("ranking").get<std::vector<std::size_t>>();
      for (std::size_t i = 1; i < order.size(); ++i)
        EXPECT_LE(scores[order[i]], scores[order[i - 1]] + 1e-9 * most);
    }
  }
};

TEST_P(InfFsParity, gives_the_golden_energies) {
  const Golden golden("inffs_" + GetParam(), GetParam());
  if (!golden.table) GTEST_SKIP() << "no golden results";
  expect_golden(*golden.table, golden.results.at("results"), {});
}

TEST_P(InfFsParity, gives_those_of_the_authors_program_with_its_settings) {
  const Golden golden("inffs_" + GetParam(), GetParam());
  if (!golden.table) GTEST_SKIP() << "no golden results";
  expect_golden(*golden.table, golden.results.at("sigma_minmax_factor099_author2016"),
                {{"dispersion", "minmax"}, {"damping", "0.99"}, {"constants", "keep"}});
  if (golden.results.contains("author_constant_policy")) {
    expect_golden(*golden.table, golden.results.at("author_constant_policy"),
                  {{"constants", "keep"}});
  }
}

TEST_P(InfFsParity, is_right_to_seven_digits_in_single_precision) {
  const Golden golden("inffs_" + GetParam(), GetParam());
  if (!golden.table) GTEST_SKIP() << "no golden results";
  const auto expected =
      golden.results.at("results").at("0.5").at("scores").get<std::vector<double>>();
  const auto scores =
      scores_of(select(*golden.table, "inf-fs", 1, {{"alpha", "0.5"}, {"precision", "single"}}));
  const double most = *std::max_element(expected.begin(), expected.end());
  for (std::size_t i = 0; i < scores.size(); ++i)
    EXPECT_NEAR(scores[i], expected[i], 1e-7 * most);
}

INSTANTIATE_TEST_SUITE_P(Parity, InfFsParity,
                         testing::Values("wine", "breast_cancer", "edge1", "iris16lin", "isolet300",
                                         "colon", "colon_raw"),
                         [](const auto& set) { return set.param; });

TEST(InfFsSParity, gives_the_weights_of_the_authors_program) {
  const Golden golden("inffs2020_colon", "colon");
  if (!golden.table) GTEST_SKIP() << "no golden results";
  const Json& results = golden.results.at("InfFS_S");
  const auto thirds = scores_of(select(*golden.table, "inf-fs-s", 1));
  EXPECT_LE(golden::deviation(thirds, results.at("alpha_1/3_1/3_1/3").at("weights")), 1e-12);
  const auto mixed = scores_of(select(*golden.table, "inf-fs-s", 1,
                                      {{"alpha1", "0.2"}, {"alpha2", "0.3"}, {"alpha3", "0.5"}}));
  EXPECT_LE(golden::deviation(mixed, results.at("alpha_0.2_0.3_0.5").at("weights")), 1e-12);
}

class SpecCmiParity : public testing::TestWithParam<std::string> {};

TEST_P(SpecCmiParity, gives_the_golden_eigenvector) {
  const Golden golden("spec_cmi_" + GetParam(), GetParam());
  if (!golden.table) GTEST_SKIP() << "no golden results";
  const Selection found = select(*golden.table, "spec-cmi", 1);
  EXPECT_LE(golden::deviation(scores_of(found), golden.results.at("weights")), 1e-12);
  EXPECT_LE(golden::deviation(figure(found, "eigenvalue"), golden.results.at("lambda1")), 1e-12);
  std::vector<std::size_t> order;
  for (const Ranked& entry : found.ranking)
    order.push_back(entry.feature);
  EXPECT_EQ(order, golden.results.at("ranking").get<std::vector<std::size_t>>());
}

INSTANTIATE_TEST_SUITE_P(Parity, SpecCmiParity,
                         testing::Values("wine", "breast_cancer", "edge1", "colon"),
                         [](const auto& set) { return set.param; });

class QpfsParity : public testing::TestWithParam<std::string> {
 protected:
  /// Of the features that vary; copies have the sum of their weights, at the first of them.
  std::vector<double> weights_of(const Selection& found) const {
    const auto constant = json().at("dropped_constant_features").get<std::vector<std::size_t>>();
    std::vector<double> weights;
    const std::vector<double> all = scores_of(found);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (std::find(constant.begin(), constant.end(), i) == constant.end())
        weights.push_back(all[i]);
    }
    return weights;
  }
  void expect_weights(std::vector<double> found, std::vector<double> expected) const {
    ASSERT_EQ(found.size(), expected.size());
    for (const Json& group : json().at("duplicate_groups")) {
      for (std::size_t k = 1; k < group.size(); ++k) {
        for (auto* weights : {&found, &expected}) {
          (*weights)[group[0].get<std::size_t>()] += (*weights)[group[k].get<std::size_t>()];
          (*weights)[group[k].get<std::size_t>()] = 0;
        }
      }
    }
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
  }
  void expect_golden(const Settings& settings, const Json& expected) const {
    std::vector<double> weights(json().at("M").get<std::size_t>());
    for (std::size_t k = 0; k < expected.at("support").size(); ++k)
      weights[expected.at("support")[k].get<std::size_t>()] = expected.at("weights")[k];
    const Selection found = run(settings);
    EXPECT_NEAR(figure(found, "alpha"), expected.at("alpha").get<double>(), 1e-12);
    EXPECT_NEAR(figure(found, "objective"), expected.at("objective").get<double>(), 1e-12);
    EXPECT_LE(figure(found, "gap"), 1e-12);
    expect_weights(weights_of(found), std::move(weights));
  }
  void expect_subspace(const Settings& settings, const Json& expected) const {
    expect_weights(weights_of(run(settings)), expected.at("x").get<std::vector<double>>());
  }
  Selection run(Settings settings) const {
    const bool is_information = GetParam().ends_with("_mi");
    settings.emplace_back("similarity", is_information ? "mi" : "correlation");
    return select(*golden_.table, "qpfs", 1, settings);
  }
  const Json& json() const { return golden_.results; }
  /// Whole matrices take long under sanitizers.
  bool is_large() const { return json().at("M").get<std::size_t>() > 1000; }

  Golden golden_{"qpfs_" + GetParam(), GetParam().substr(0, GetParam().rfind('_'))};
};

TEST_P(QpfsParity, gives_the_golden_weights_with_every_repair) {
  if (!golden_.table) GTEST_SKIP() << "no golden results";
  for (const auto& [name, expected] : json().at("solutions").items()) {
    SCOPED_TRACE(name);
    const std::size_t place = name.find("_alpha_");
    Settings settings{{"repair", name.substr(0, place)}};
    const std::string alpha = name.substr(place + 7);
    if (alpha != "hat") settings.emplace_back("alpha", alpha);
    if (!is_large() || settings[0].second == "none") expect_golden(settings, expected);
  }
  if (json().contains("subspace_paper_delta1e-8"))
    expect_subspace({{"repair", "subspace"}}, json().at("subspace_paper_delta1e-8"));
}

TEST_P(QpfsParity, balances_what_the_golden_file_balances) {
  if (!golden_.table) GTEST_SKIP() << "no golden results";
  const Selection found = run({});
  EXPECT_LE(golden::deviation(figure(found, "mean_similarity"), json().at("qbar")), 1e-12);
  EXPECT_LE(golden::deviation(figure(found, "mean_relevance"), json().at("fbar")), 1e-12);
  EXPECT_LE(golden::deviation(figure(found, "alpha"), json().at("alpha_hat")), 1e-12);
}

TEST_P(QpfsParity, approximates_as_the_golden_file_does) {
  if (!golden_.table || !json().contains("nystrom")) GTEST_SKIP() << "no golden results";
  for (const auto& [name, expected] : json().at("nystrom").items()) {
    SCOPED_TRACE(name);
    const std::string share = number_text(expected.at("p").get<double>());
    expect_golden({{"nystrom", share}}, expected.at("full_space_diag"));
    expect_golden({{"nystrom", share}, {"diagonal", "false"}}, expected.at("full_space"));
    if (expected.contains("subspace_paper"))
      expect_subspace({{"nystrom", share}, {"repair", "subspace"}}, expected.at("subspace_paper"));
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, QpfsParity,
                         testing::Values("wine_cor", "wine_mi", "breast_cancer_cor",
                                         "breast_cancer_mi", "edge1_cor", "edge1_mi",
                                         "isolet300_cor", "isolet300_mi", "colon_cor", "colon_mi",
                                         "nci9_cor", "nci9_mi"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace pith
