// SPDX-License-Identifier: Apache-2.0
// HSIC, backward elimination by it and HSIC lasso against independent implementations.
#include <gtest/gtest.h>

#include <cmath>

#include "pith/linalg/nonnegative_path.h"
#include "pith/measure/hsic.h"
#include "pith/methods/kernels/kernel_space.h"
#include "pith/select/select.h"
#include "pith/stats/centred_columns.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

class Kernels : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto path = golden::find("embedded/" + GetParam() + ".json");
    if (!path) GTEST_SKIP() << "no golden results";
    expected_ = golden::parse(*path)["hsic"];
    Roles roles;
    is_regression_ = GetParam() == "diabetes_z";
    roles.target = is_regression_ ? "target" : "label";
    roles.task = is_regression_ ? TaskKind::regress : TaskKind::classify;
    roles.kinds.numeric = {"f*"};
    table_ = read((path->parent_path() / (GetParam() + ".csv.gz")).string(), roles);
    if (is_regression_) {
      TableParts parts;
      parts.features = {table_->target()};
      parts.names = {"target"};
      const CentredColumns centred(Table(std::move(parts)), Unit::deviation, {});
      const auto numbers = centred.column(0);
      response_.assign(numbers.begin(), numbers.end());
    }
  }

  /// 1 / n_c; of numbers a Gaussian kernel with the median width, as for the features.
  ResponseKernel response_kernel() const {
    const std::size_t rows = table_->rows();
    if (!is_regression_) {
      std::vector<std::uint32_t> classes(rows);
      for (std::size_t row = 0; row < rows; ++row)
        classes[row] = table_->target().code(row);
      return class_kernel(classes, {});
    }
    const double sigma = median_distance(response_);
    std::vector<double> values(rows * rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        const double step = (response_[i] - response_[j]) / sigma;
        values[i * rows + j] = std::exp(-step * step / 2);
      }
    }
    return kernel_of_rows(MatrixView<const double>::row_major(values.data(), rows, rows));
  }

  static void expect_near(double actual, const nlohmann::json& expected) {
    const auto value = expected.get<double>();
    EXPECT_NEAR(actual, value, 1e-9 * std::abs(value) + 1e-16);
  }

  nlohmann::json expected_;
  bool is_regression_ = false;
  std::optional<Table> table_;
  std::vector<double> response_;
};

TEST_P(Kernels, single_features) {
  const ResponseKernel response = response_kernel();
  const Hsic biased = Hsic::biased(response);
  const Hsic unbiased = Hsic::unbiased(response);
  ASSERT_EQ(expected_["hsic_biased"].size(), table_->features());
  for (Feature f = 0; f < table_->features(); ++f) {
    const auto x = table_->feature(f).numbers();
    const double sigma = median_distance(x);
    if (expected_.contains("sigma")) {
      EXPECT_NEAR(sigma, expected_["sigma"][f], 1e-9);
    }
    expect_near(biased.gaussian(x, sigma), expected_["hsic_biased"][f]);
    expect_near(unbiased.gaussian(x, sigma), expected_["hsic_unbiased"][f]);
  }
}

TEST_P(Kernels, elimination_one_at_a_time) {
  if (!expected_.contains("bahsic_order")) GTEST_SKIP() << "no golden order";
  const std::vector<std::size_t> order = expected_["bahsic_order"];
  const nlohmann::json& left = expected_["bahsic_values"];
  const CentredColumns columns(*table_, Unit::as_it_is, {});
  const SetHsic values(Hsic::unbiased(response_kernel()), columns.view(), {});
  const std::vector<double> nested =
      values.nested(std::vector<Feature>(order.begin(), order.end()), {});
  ASSERT_EQ(left.size() + 1, order.size());
  for (std::size_t i = 0; i < left.size(); ++i)
    expect_near(nested[left.size() - 1 - i], left[i]);
  const Selection chosen = select(*table_, "bahsic", table_->features(), {{"step", "1"}});
  const std::vector<Feature> found = chosen.features();
  EXPECT_EQ(std::vector<std::size_t>(found.begin(), found.end()), order);
  for (std::size_t i = 0; i < left.size(); ++i)
    expect_near(chosen.selected[left.size() - 1 - i].score, left[i]);
}

/// The kernels of all features and of the target, and the path, as hsic-lasso makes them.
class Lasso {
 public:
  Lasso(const Table& table, std::span<const double> response)
      : space_(space_of_all_pairs(table.rows(), {}, context_)), features_(table.features()) {
    const CentredColumns columns(table, Unit::deviation, {});
    for (Feature f = 0; f < table.features(); ++f)
      kernels_.push_back(space_->gaussian(columns.column(f)));
    if (response.empty()) {
      std::vector<std::uint32_t> codes(table.rows());
      for (std::size_t row = 0; row < codes.size(); ++row)
        codes[row] = table.target().code(row);
      target_ = space_->classes(codes);
    } else {
      target_ = space_->gaussian(response);
    }
  }

  double product(std::size_t a, std::size_t b) const {
    return space_->inner(kernels_[a], kernels_[b]);
  }
  std::vector<double> correlations() const {
    std::vector<double> values;
    for (const KernelVector& kernel : kernels_)
      values.push_back(space_->inner(kernel, target_));
    return values;
  }
  NonnegativePath path() const {
    return {correlations(), [this](auto requests, auto entered) {
              std::vector<std::vector<double>> found(requests.size());
              for (std::size_t i = 0; i < requests.size(); ++i) {
                for (std::size_t e = requests[i].known; e < entered.size(); ++e)
                  found[i].push_back(product(requests[i].variable, entered[e]));
              }
              return found;
            }};
  }
  std::vector<double> solution(double level) const {
    NonnegativePath falling = path();
    while (const auto event = falling.next(level, {}))
      falling.take(*event);
    std::vector<double> values(features_);
    const std::vector<double> active = falling.coefficients(level);
    for (std::size_t i = 0; i < active.size(); ++i)
      values[falling.active()[i]] = active[i];
    return values;
  }

 private:
  Context context_;
  std::unique_ptr<KernelSpace> space_;
  std::size_t features_;
  std::vector<KernelVector> kernels_;
  KernelVector target_;
};

TEST_P(Kernels, lasso_products_and_path) {
  const nlohmann::json& expected = expected_["hsic_lasso"];
  const Lasso lasso(*table_, response_);
  const std::vector<double> correlations = lasso.correlations();
  ASSERT_EQ(expected["c"].size(), correlations.size());
  for (std::size_t f = 0; f < correlations.size(); ++f)
    expect_near(correlations[f], expected["c"][f]);
  for (const auto& [key, first] :
       {std::pair{"gram_first5", std::size_t{0}}, std::pair{"gram_rows_1to5", std::size_t{1}}}) {
    if (!expected.contains(key)) continue;
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < 5; ++j)
        expect_near(lasso.product(first + i, first + j), expected[key][i][j]);
    }
  }
  NonnegativePath path = lasso.path();
  for (const auto& event : expected["lars_events"]) {
    const auto found = path.next(0, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->enters, event[0] == "add");
    EXPECT_EQ(found->variable, event[1]);
    EXPECT_NEAR(found->level, event[2], 2e-9);
    path.take(*found);
  }
}

TEST_P(Kernels, lasso_solutions) {
  const Lasso lasso(*table_, response_);
  for (const auto& solution : expected_["hsic_lasso"]["solutions"]) {
    const std::vector<double> direct = lasso.solution(solution["lam"]);
    std::vector<double> chosen = direct;
    const Settings settings{{"lambda", solution["lam"].dump()}};
    for (const Ranked& entry : select(*table_, "hsic-lasso", 1, settings).ranking)
      chosen[entry.feature] = entry.score;
    for (std::size_t f = 0; f < direct.size(); ++f) {
      const double wanted = solution["nonzero"].value(std::to_string(f), 0.0);
      EXPECT_NEAR(direct[f], wanted, 2e-8) << f;
      EXPECT_NEAR(chosen[f], wanted, 2e-8) << f;
    }
  }
}

TEST_P(Kernels, lasso_selects_along_the_path) {
  std::vector<Feature> wanted;
  for (const auto& event : expected_["hsic_lasso"]["lars_events"]) {
    if (event[0] == "add") wanted.push_back(event[1]);
  }
  EXPECT_EQ(select(*table_, "hsic-lasso", wanted.size()).features(), wanted);
}

INSTANTIATE_TEST_SUITE_P(Parity, Kernels,
                         testing::Values("allaml300_z", "bcancer_z", "diabetes_z", "digits300",
                                         "wine_z"));

}  // namespace
}  // namespace pith
