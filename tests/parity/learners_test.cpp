// SPDX-License-Identifier: Apache-2.0
// Learners against scikit-learn and independent programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/learn/svm/kernel_svm.h"
#include "pith/learn/svm/liblinear.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

/// Some rows and columns of a table; classes are counted in the order of `labels`.
struct Part {
  Part(const Table& table, const std::vector<std::size_t>& rows,
       const std::vector<std::size_t>& features, const std::vector<int>& labels)
      : columns(features.size()) {
    for (const std::size_t row : rows) {
      for (const std::size_t feature : features)
        numbers.push_back(table.feature(static_cast<Feature>(feature)).numbers()[row]);
      const int label = std::stoi(table.target().level(table.target().code(row)));
      const auto place = std::find(labels.begin(), labels.end(), label);
      classes.push_back(static_cast<std::uint32_t>(place - labels.begin()));
    }
  }
  MatrixView<const double> rows() const {
    return MatrixView<const double>::row_major(numbers.data(), classes.size(), columns);
  }
  std::vector<double> numbers;
  std::vector<std::uint32_t> classes;
  std::size_t columns;
};

struct Trial {
  Part train;
  Part test;
  std::vector<int> labels;

  Examples examples() const {
    return {.rows = train.rows(), .classes = train.classes, .class_count = labels.size()};
  }
  std::vector<double> scores(const Model& model) const {
    std::vector<double> all(test.classes.size() * labels.size());
    model.score(test.rows(),
                MatrixView<double>::row_major(all.data(), test.classes.size(), labels.size()));
    return all;
  }
  double differing(const std::vector<std::uint32_t>& found, const nlohmann::json& expected) const {
    if (expected.size() != found.size()) return 1;
    double count = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      count += labels[found[i]] != expected[i] ? 1 : 0;
    return count / static_cast<double>(found.size());
  }
  /// The share of predictions that differ from those that are expected.
  double differing(const Model& model, const nlohmann::json& expected) const {
    return differing(predict(model, test.rows(), labels.size()), expected);
  }
  double error(const Model& model) const {
    const auto found = predict(model, test.rows(), labels.size());
    double count = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      count += found[i] != test.classes[i] ? 1 : 0;
    return count / static_cast<double>(found.size());
  }
  /// The largest deviation of the scores of the first rows.
  double deviation(const Model& model, const nlohmann::json& expected) const {
    const std::vector<double> all = scores(model);
    double most = 0;
    for (std::size_t row = 0; row < expected.size(); ++row) {
      // One value is that of the second of two classes.
      const std::size_t first = expected[row].size() == 1 ? 1 : 0;
      for (std::size_t c = 0; c < expected[row].size(); ++c)
        most = std::max(most,
                        golden::deviation(all[row * labels.size() + first + c], expected[row][c]));
    }
    return most;
  }
};

Roles numbers_and(const std::string& target) {
  Roles roles;
  roles.target = target;
  roles.kinds.numeric = {"f*"};
  return roles;
}

std::unique_ptr<const Model> fit(std::string_view id, const Examples& examples,
                                 const Settings& settings = {}) {
  const Learner& wanted = learner(id);
  return wanted.fit(examples, wanted.params(settings), {});
}

class Classifiers : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto path = golden::find("embedded/" + GetParam() + ".json");
    if (!path) GTEST_SKIP() << "no golden results";
    const nlohmann::json all = golden::parse(*path);
    if (!all.contains("classifiers")) GTEST_SKIP() << "no golden results";
    expected_ = all["classifiers"];
    const Table table =
        read((path->parent_path() / (GetParam() + ".csv.gz")).string(), numbers_and("label"));
    const auto features = expected_["features"].get<std::vector<std::size_t>>();
    const auto labels = all["classes"].get<std::vector<int>>();
    trial_.emplace(Trial{
        .train = Part(table, expected_["train"].get<std::vector<std::size_t>>(), features, labels),
        .test = Part(table, expected_["test"].get<std::vector<std::size_t>>(), features, labels),
        .labels = labels});
  }

  nlohmann::json expected_;
  std::optional<Trial> trial_;
};

TEST_P(Classifiers, nearest_neighbours_are_the_same) {
  const auto model = fit("knn", trial_->examples(), {{"neighbours", "3"}});
  EXPECT_EQ(trial_->differing(*model, expected_["knn3"]["pred"]), 0);
}

TEST_P(Classifiers, quadratic_discriminants_are_the_same) {
  for (const auto& [key, shrinkage] : {std::pair{"qda_reg0.1", "0.1"}, {"qda_reg0.5", "0.5"}}) {
    const auto model = fit("qda", trial_->examples(), {{"shrinkage", shrinkage}});
    EXPECT_EQ(trial_->differing(*model, expected_[key]["pred"]), 0) << key;
    EXPECT_LT(trial_->deviation(*model, expected_[key]["log_posterior_first3"]), 1e-6) << key;
  }
}

TEST_P(Classifiers, boosted_stumps_are_the_same) {
  const nlohmann::json expected = expected_["adaboost_stumps_ovr"];
  if (expected.is_null()) GTEST_SKIP() << "no golden results";
  const auto model =
      fit("adaboost", trial_->examples(), {{"rounds", expected["rounds_per_class"].dump()}});
  EXPECT_EQ(trial_->differing(*model, expected["pred"]), 0);
  EXPECT_LT(trial_->deviation(*model, expected["score_first3"]), 1e-7);
}

TEST_P(Classifiers, kernel_machines_agree) {
  for (const auto& [key, kernel] :
       {std::pair{"svm_rbf", Kernel::rbf}, {"svm_linear_ovo", Kernel::linear}}) {
    const auto model = fit_kernel_svm(trial_->examples(), {.kernel = kernel});
    EXPECT_LE(trial_->differing(*model, expected_[key]["pred"]), 0.01) << key;
    nlohmann::json decisions;
    for (const auto& value : expected_[key].value("decision", nlohmann::json::array()))
      decisions.push_back({value});
    EXPECT_LT(trial_->deviation(*model, decisions), 0.01) << key;
  }
}

TEST_P(Classifiers, linear_machines_agree) {
  const nlohmann::json expected = expected_["linear_svc_ovr_l2loss"];
  const auto model = fit_linear_svm(trial_->examples(), {.tolerance = 1e-6});
  EXPECT_LE(trial_->differing(*model, expected["pred"]), 0.01);
  EXPECT_LT(trial_->deviation(*model, expected["decision_first3"]), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Parity, Classifiers,
                         testing::Values("allaml300_z", "bcancer_z", "digits300", "wine_z"));

/// Mean 0 and variance 1 over all rows; constants become 0.
Table standardized(const Table& table) {
  std::vector<Column> columns;
  const auto count = static_cast<double>(table.rows());
  for (Feature feature = 0; feature < table.features(); ++feature) {
    const auto numbers = table.feature(feature).numbers();
    std::vector<double> values(numbers.begin(), numbers.end());
    double mean = 0;
    double square = 0;
    for (const double value : values)
      mean += value / count;
    for (const double value : values)
      square += (value - mean) * (value - mean) / count;
    for (double& value : values)
      value = square > 1e-24 ? (value - mean) / std::sqrt(square) : 0;
    columns.push_back(Column::from_numbers(std::move(values)));
  }
  return table.with_features(std::move(columns));
}

TEST(LearnersOfScikitLearn, predict_the_same) {
  const std::filesystem::path folder = std::filesystem::path(PITH_SOURCE_DIR) / "tests/data";
  for (const auto& entry : golden::parse(folder / "embedded/learners.json")["tables"]) {
    const std::string name = entry["table"];
    const Table table =
        standardized(read((folder / (name + ".csv.gz")).string(), numbers_and(entry["target"])));
    std::vector<std::size_t> features(table.features());
    for (std::size_t i = 0; i < features.size(); ++i)
      features[i] = i;
    std::vector<std::size_t> sides[2];
    for (std::size_t row = 0; row < table.rows(); ++row)
      sides[row % 3 == 0 ? 1 : 0].push_back(row);
    std::vector<int> labels;
    for (const std::string& level : table.target().level_names())
      labels.push_back(std::stoi(level));
    std::sort(labels.begin(), labels.end());
    const Trial trial{.train = Part(table, sides[0], features, labels),
                      .test = Part(table, sides[1], features, labels),
                      .labels = labels};
    const auto check = [&](const std::string& learner, const Model& model) {
      SCOPED_TRACE(name + " " + learner);
      const nlohmann::json& expected = entry["learners"][learner];
      EXPECT_LE(trial.differing(model, expected["predicted"]), 0.01);
      EXPECT_NEAR(trial.error(model), expected["error"].get<double>(), 0.005);
      EXPECT_LT(trial.deviation(model, expected["log_probabilities"]), 1e-3);
    };
    check("naive-bayes", *fit("naive-bayes", trial.examples()));
    check("logistic", *fit("logistic", trial.examples()));
  }
}

}  // namespace
}  // namespace pith
