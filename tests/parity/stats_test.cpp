// SPDX-License-Identifier: Apache-2.0
// Against scikit-learn 1.2.1 (F, chi-square of sums) and direct computation (Fisher, t, bins).
#include <gtest/gtest.h>

#include "pith/data/mean.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

struct Named {
  std::string key;
  std::string method;
  Settings settings;
};

std::vector<Named> statistics() {
  return {{"fisher_scatter_ratio", "fisher", {}},
          {"fisher_pairwise_mean", "fisher", {{"form", "pairwise"}}},
          {"anova_f_sklearn", "anova-f", {}},
          {"t_welch_abs", "t-test", {}},
          {"t_student_abs", "t-test", {{"variance", "pooled"}}},
          {"t_welch_abs_pair_mean", "t-test", {}},
          {"t_student_abs_pair_mean", "t-test", {{"variance", "pooled"}}},
          {"t_welch_abs_one_vs_rest_max", "t-test", {{"classes", "rest-max"}}},
          {"t_welch_abs_one_vs_rest_mean", "t-test", {{"classes", "rest-mean"}}},
          {"chi2_counts_sklearn", "chi2", {{"form", "sums"}}}};
}

class Stats : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto path = golden::find("discrete/stats_" + GetParam() + ".json");
    if (!path) GTEST_SKIP() << "no golden results";
    golden_ = golden::parse(*path);
    const std::size_t features = golden_["scores"]["anova_f_sklearn"].size();
    table_ = golden::read_table(path->parent_path() / golden_["input"].get<std::string>(), features,
                                nlohmann::json(std::vector<std::string>(features, "numeric")));
  }

  const nlohmann::json& discretisation() const { return golden_["discretisation"]; }

  void expect_bins(const std::string& bins, const std::string& cuts_key,
                   const std::string& counts_key) {
    double largest = 0;
    for (Feature feature = 0; feature < table_->features(); ++feature) {
      const Column& column = table_->feature(feature);
      if (!cuts_key.empty()) {
        const double deviation = golden::deviation(cut_points(column, parse_bins(bins), {}),
                                                   discretisation()[cuts_key][feature]);
        EXPECT_LT(deviation, golden::tolerance) << table_->name(feature);
        largest = std::max(largest, deviation);
      }
      const Column codes = discretize(column, parse_bins(bins), {});
      std::vector<std::size_t> counts(codes.levels());
      for (std::size_t row = 0; row < codes.rows(); ++row)
        ++counts[codes.code(row)];
      auto expected = discretisation()[counts_key][feature].get<std::vector<std::size_t>>();
      std::erase(expected, 0U);  // bins without a row are left out
      EXPECT_EQ(counts, expected) << table_->name(feature);
    }
    RecordProperty("largest_deviation", std::to_string(largest * 1e12) + "e-12");
  }

  nlohmann::json golden_;
  std::optional<Table> table_;
};

TEST_P(Stats, scores_of_every_feature) {
  double largest = 0;
  int compared = 0;
  for (const Named& statistic : statistics()) {
    if (!golden_["scores"].contains(statistic.key)) continue;
    ++compared;
    const Selection selection = select(*table_, statistic.method, 1, statistic.settings);
    std::vector<double> scores(table_->features());
    for (const Ranked& entry : selection.ranking)
      scores[entry.feature] = entry.score;
    const double deviation = golden::deviation(scores, golden_["scores"][statistic.key]);
    EXPECT_LT(deviation, golden::tolerance) << statistic.key;
    largest = std::max(largest, deviation);
  }
  EXPECT_GE(compared, 6);
  RecordProperty("statistics", compared);
  RecordProperty("largest_deviation", std::to_string(largest * 1e12) + "e-12");
}

TEST_P(Stats, mean_and_standard_deviation) {
  for (Feature feature = 0; feature < table_->features(); ++feature) {
    const Mean mean = mean_of(table_->feature(feature), {});
    EXPECT_LT(golden::deviation(mean.value, discretisation()["mean"][feature]), golden::tolerance);
    EXPECT_LT(golden::deviation(mean.deviation, discretisation()["sd_n_minus_1"][feature]),
              golden::tolerance);
  }
}

TEST_P(Stats, three_bins_by_mean_and_deviation) {
  expect_bins("sigma", "", "three_bin_mean_sd_level_counts");
}

TEST_P(Stats, five_bins_of_equal_frequency) {
  expect_bins("frequency:5", "equal_frequency_5_cuts", "equal_frequency_5_level_counts");
}

TEST_P(Stats, five_bins_of_equal_width) {
  expect_bins("width:5", "equal_width_5_cuts", "equal_width_5_level_counts");
}

INSTANTIATE_TEST_SUITE_P(Parity, Stats, testing::Values("breast_cancer_raw", "wine_raw"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace pith
