// SPDX-License-Identifier: Apache-2.0
// Against WEKA 3.6.14: information gain, gain ratio, chi-square and symmetric uncertainty after MDL
// bins with the better encoding, missing values spread; and the cut points themselves.
#include <gtest/gtest.h>

#include <numeric>

#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

class Weka : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto path = golden::find("discrete/weka_" + GetParam() + ".json");
    if (!path) GTEST_SKIP() << "no golden results";
    const nlohmann::json all = golden::parse(*path);
    weka_ = all["weka_3_6_14"];
    if (all.contains("feature_types")) types_ = all["feature_types"];
    const std::string file = (types_.is_null() ? "" : "weka_") + GetParam() + ".csv.gz";
    data_ = path->parent_path() / "data" / file;
  }

  Table table() const { return golden::read_table(data_, weka_["d"].get<std::size_t>(), types_); }

  /// The score of every feature, through select().
  std::vector<double> scores(const std::string& method) const {
    Request request{.method = method, .k = 1};
    request.bins = parse_bins("mdl");
    return scores(std::move(request));
  }

  std::vector<double> scores(Request request) const {
    const Table features = table();
    request.missing = Missing::spread;
    std::vector<double> scores(features.features());
    for (const Ranked& entry : select(features, request).ranking)
      scores[entry.feature] = entry.score;
    return scores;
  }

  bool has(const std::string& key) const {
    return weka_.contains(key) || weka_.contains(key + "_top100");
  }

  void expect_equal(const std::vector<double>& scores, const std::string& key) {
    double largest = 0;
    if (weka_.contains(key)) {
      largest = golden::deviation(scores, weka_[key]);
    } else {
      const nlohmann::json& top = weka_[key + "_top100"];
      for (std::size_t i = 0; i < top["index"].size(); ++i) {
        const double score = scores[top["index"][i].get<std::size_t>()];
        largest = std::max(largest, golden::deviation(score, top["score"][i]));
      }
      const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
      largest = std::max(largest, golden::deviation(sum, top["sum_all"]));
    }
    RecordProperty(key, std::to_string(largest * 1e12) + "e-12");
    EXPECT_LT(largest, golden::tolerance) << key;
  }

  /// The same set, and the same merit before locally predictive features were added.
  void expect_set(const std::string& key, Settings settings) {
    if (!weka_.contains(key)) GTEST_SKIP() << "no such result";
    settings.emplace_back("zero_is_one", "true");
    settings.emplace_back("single_precision", "true");
    const Table features = table();
    Request request{.method = "cfs", .k = features.features(), .params = settings};
    request.bins = parse_bins("mdl");
    request.missing = Missing::spread;
    const Selection found = select(features, request);
    std::vector<Feature> members;
    for (const Selected& step : found.selected)
      members.push_back(step.feature);
    std::sort(members.begin(), members.end());
    const nlohmann::json& expected = weka_[key];
    EXPECT_EQ(members, expected["selected"].get<std::vector<Feature>>());
    if (expected.contains("merit")) {
      EXPECT_NEAR(found.selected.back().score, expected["merit"].get<double>(), 1e-6);
    }
  }

  void expect_cuts(const std::string& key, const Bins& bins) {
    if (!weka_.contains(key)) GTEST_SKIP() << "every feature is nominal";
    const Table features = table();
    const BinsEvidence evidence{.target = &features.target(), .weights = {}};
    double largest = 0;
    for (Feature feature = 0; feature < features.features(); ++feature) {
      const nlohmann::json& expected = weka_[key][feature];
      ASSERT_EQ(expected.is_null(), features.feature(feature).is_codes());
      if (expected.is_null()) continue;
      const auto cuts = cut_points(features.feature(feature), bins, evidence);
      const double deviation = golden::deviation(cuts, expected);
      EXPECT_LT(deviation, golden::tolerance) << features.name(feature);
      largest = std::max(largest, deviation);
    }
    RecordProperty(key, std::to_string(largest * 1e12) + "e-12");
  }

 private:
  nlohmann::json weka_;
  nlohmann::json types_;
  std::filesystem::path data_;
};

TEST_P(Weka, information_gain_is_mim_in_bits) {
  std::vector<double> bits = scores("mim");
  for (double& score : bits)
    score /= std::log(2);
  expect_equal(bits, "info_gain_bits");
}

TEST_P(Weka, gain_ratio) {
  expect_equal(scores("gain-ratio"), "gain_ratio");
}

TEST_P(Weka, chi_square) {
  expect_equal(scores("chi2"), "chi_squared");
}

TEST_P(Weka, symmetric_uncertainty) {
  expect_equal(scores("symmetric-uncertainty"), "symmetrical_uncertainty");
}

TEST_P(Weka, mdl_cuts_with_the_better_encoding) {
  expect_cuts("mdl_cut_points_better_encoding", parse_bins("mdl"));
}

TEST_P(Weka, mdl_cuts_with_the_plain_encoding) {
  expect_cuts("mdl_cut_points_default", parse_bins("mdl:plain"));
}

TEST_P(Weka, cuts_of_equal_width) {
  expect_cuts("weka_equal_width_5_cut_points", parse_bins("width:5"));
}

TEST_P(Weka, cfs_by_best_first_search) {
  expect_set("cfs_bestfirst", {{"search", "best-first"}});
}

TEST_P(Weka, cfs_by_greedy_search) {
  expect_set("cfs_greedy_forward", {{"search", "greedy"}});
}

TEST_P(Weka, cfs_by_best_first_search_with_locally_predictive_features) {
  expect_set("cfs_bestfirst_locally_predictive",
             {{"search", "best-first"}, {"locally_predictive", "true"}});
}

TEST_P(Weka, relieff) {
  const std::vector<std::pair<std::string, Settings>> runs = {
      {"relieff_k5", {{"neighbours", "5"}}},
      {"relieff_k10", {{"neighbours", "10"}}},
      {"relieff_k10_sigma20", {{"sigma", "20"}}}};
  for (auto [key, settings] : runs) {
    if (!has(key)) continue;  // sigma is not there for every set
    settings.emplace_back("ties", "weka");
    expect_equal(scores({.method = "relieff", .k = 1, .params = settings}), key);
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, Weka,
                         testing::Values("bc_missing_raw", "breast_cancer_peng3",
                                         "breast_cancer_raw", "colon", "credit-g", "digits_peng3",
                                         "ionosphere", "iris", "labor", "lung_small", "vote",
                                         "wine_raw"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace pith
