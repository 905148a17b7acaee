// SPDX-License-Identifier: Apache-2.0
// Sparse linear models against independent implementations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

/// A result as the goldens have it.
struct Found {
  std::vector<double> scores;  // of all features
  std::map<std::string, double> figures;

  std::set<std::size_t> support() const {
    std::set<std::size_t> features;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (scores[i] > 0) features.insert(i);
    }
    return features;
  }
};

class Sparse : public testing::TestWithParam<std::string> {
 protected:
  /// What the goldens have of a method, as a list; empty: nothing.
  Json expected(const std::string& part) const {
    const auto path = golden::find("embedded/" + GetParam() + ".json");
    if (!path) return Json::array();
    const Json all = golden::parse(*path);
    if (!all.contains(part)) return Json::array();
    return all[part].is_array() ? all[part] : Json::array({all[part]});
  }
  Found select(const std::string& method, const Settings& settings) const {
    const auto path = golden::find("embedded/" + GetParam() + ".csv.gz");
    Roles roles;
    roles.target = "label";
    roles.kinds.numeric = {"f*"};
    const Table table = read(path->string(), roles);
    const Selection selection = pith::select(table, method, table.features(), settings);
    Found found{.scores = std::vector<double>(table.features())};
    for (const Ranked& entry : selection.ranking)
      found.scores[entry.feature] = entry.score;
    for (const Diagnostic& figure : selection.diagnostics)
      found.figures[figure.name] = figure.value;
    return found;
  }
};

double sum_of(const Json& numbers) {
  double sum = 0;
  for (const Json& number : numbers)
    sum += number.get<double>();
  return sum;
}

double jaccard(const std::set<std::size_t>& a, const std::set<std::size_t>& b) {
  std::vector<std::size_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(a.size() + b.size() - both.size());
}

TEST_P(Sparse, cmtf_has_the_objective_and_the_norms) {
  const Json all = expected("cmtf");
  if (all.empty()) GTEST_SKIP() << "no golden results";
  for (const Json& one : all) {
    const Found found = select("cmtf", {{"gamma", one["gamma"].dump()}});
    const auto objective = one["objective"].get<double>();
    // On allaml300_z the golden iteration ended 3e-5 above the minimum, which the gap certifies.
    EXPECT_LE(found.figures.at("objective"), objective * (1 + 1e-6));
    EXPECT_GE(found.figures.at("objective"), objective * (1 - 5e-5));
    EXPECT_LE(found.figures.at("gap"), 1e-8 * objective);
    for (std::size_t i = 0; i < found.scores.size(); ++i)
      EXPECT_NEAR(found.scores[i], one["row_norms"][i].get<double>(), 1e-3) << i;
  }
}

TEST_P(Sparse, l1_svm_has_the_objectives_and_the_weights) {
  const Json all = expected("lsvc");
  if (all.empty()) GTEST_SKIP() << "no golden results";
  for (const Json& one : all) {
    const Found found = select("l1-svm", {{"cost", one["C"].dump()}});
    const double objective = sum_of(one["objective"]);
    EXPECT_NEAR(found.figures.at("objective"), objective, 1e-6 * objective);
    for (std::size_t c = 0; c < one["objective"].size() && one["objective"].size() > 1; ++c) {
      const auto own = one["objective"][c].get<double>();
      EXPECT_NEAR(found.figures.at("objective_" + std::to_string(c)), own, 1e-6 * own);
    }
    for (std::size_t i = 0; i < found.scores.size(); ++i)
      EXPECT_NEAR(found.scores[i], one["score"][i].get<double>(), 1e-4) << i;
    EXPECT_EQ(found.support(), one["support"].get<std::set<std::size_t>>());
  }
}

TEST_P(Sparse, sbmlr_has_alpha_the_support_and_the_weights) {
  const Json all = expected("sbmlr");
  if (all.empty()) GTEST_SKIP() << "no golden results";
  const Json& one = all[0];
  const Found found = select("sbmlr", {});
  const auto alpha = one["alpha"].get<double>();
  EXPECT_NEAR(found.figures.at("alpha"), alpha, 1e-3 * alpha);
  EXPECT_NEAR(found.figures.at("negative_log_likelihood"), one["nll"].get<double>(), 1e-3);
  EXPECT_LT(found.figures.at("kkt_residual"), 1e-3);
  EXPECT_NEAR(found.figures.at("kkt_inactive_ratio"), one["kkt_inactive_max_ratio"].get<double>(),
              1e-2);
  std::vector<double> scores(found.scores.size());
  std::set<std::size_t> support;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (one.contains("w")) {
      scores[i] = std::abs(one["w"][i].get<double>());
    } else {
      for (const Json& weight : one["W_feature_by_class"][i])
        scores[i] += std::abs(weight.get<double>());
    }
    if (scores[i] > 0) support.insert(i);
  }
  if (GetParam() == "allaml300_z") {
    EXPECT_GE(jaccard(found.support(), support), 0.8);
    return;
  }
  EXPECT_EQ(found.support(), support);
  for (std::size_t i = 0; i < scores.size(); ++i)
    EXPECT_NEAR(found.scores[i], scores[i], 1e-3) << i;
}

TEST_P(Sparse, fsv_has_the_first_objective_and_one_as_low) {
  const Json all = expected("fsv");
  if (all.empty()) GTEST_SKIP() << "no golden results";
  if (!method("fsv").unavailable.empty()) GTEST_SKIP() << method("fsv").unavailable;
  for (const Json& one : all) {
    const Found found =
        select("fsv", {{"lambda", one["lam"].dump()}, {"alpha", one["alpha"].dump()}});
    const Json& objectives = one["objective_seq"];
    EXPECT_NEAR(found.figures.at("first_objective"), objectives.front().get<double>(), 1e-9);
    EXPECT_LE(found.figures.at("objective"), objectives.back().get<double>() * (1 + 1e-3));
    EXPECT_EQ(found.support(), one["support"].get<std::set<std::size_t>>());
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, Sparse,
                         testing::Values("allaml300_z", "bcancer_z", "digits300", "wine_z"));

}  // namespace
}  // namespace pith
