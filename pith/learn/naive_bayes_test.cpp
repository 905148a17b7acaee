// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "tests/support/learners.h"

namespace pith {
namespace {

std::unique_ptr<const Model> fit_default(const Examples& examples) {
  return fit("naive-bayes", examples);
}

TEST(NaiveBayes, keeps_the_promises_of_learners) {
  expect_promises(fit_default);
  expect_promises([](const Examples& examples) {
    return fit("naive-bayes", examples, {{"smoothing", "1e-15"}});
  });
  expect_probabilities(fit_default);
}

TEST(NaiveBayes, takes_numbers_as_normal) {
  // Class 0: mean 1, variance 1; class 1: mean 5, variance 4; priors 1/2.
  const Rows rows{.numbers = {0, 2, 3, 7}, .classes = {0, 0, 1, 1}, .columns = 1, .class_count = 2};
  const double x = 2.5;
  const auto density = [&](double mean, double variance) {
    return std::exp(-(x - mean) * (x - mean) / (2 * variance)) / std::sqrt(variance);
  };
  const auto scores =
      scores_of(*fit_default(rows.examples()), MatrixView<const double>::row_major(&x, 1, 1), 2);
  EXPECT_NEAR(std::exp(scores[0]), density(1, 1) / (density(1, 1) + density(5, 4)), 1e-7);
}

TEST(NaiveBayes, smooths_by_a_share_of_the_largest_variance) {
  // Over all rows the variance is 25/4, with 1.25 for either class when a fifth is added.
  const Rows rows{.numbers = {0, 0, 5, 5}, .classes = {0, 0, 1, 1}, .columns = 1, .class_count = 2};
  const double x = 2;
  const auto scores = scores_of(*fit("naive-bayes", rows.examples(), {{"smoothing", "0.2"}}),
                                MatrixView<const double>::row_major(&x, 1, 1), 2);
  EXPECT_NEAR(scores[0] - scores[1], (9.0 - 4.0) / (2 * 1.25), 1e-12);
}

TEST(NaiveBayes, counts_levels_and_adds_one_to_each) {
  // One category with three levels; of class 0 two rows have the first, one the second.
  const std::vector<double> numbers{1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::vector<std::uint32_t> classes{0, 0, 0, 1};
  const std::array categories{Indicators{0, 3}};
  const auto model = fit_default({.rows = MatrixView<const double>::row_major(numbers.data(), 4, 3),
                                  .classes = classes,
                                  .class_count = 2,
                                  .categories = categories});
  const std::vector<double> queries{1, 0, 0, 0, 0, 0};
  const auto scores =
      scores_of(*model, MatrixView<const double>::row_major(queries.data(), 2, 3), 2);
  EXPECT_NEAR(scores[0] - scores[1], std::log((3.0 / 6) * 0.75 / ((1.0 / 4) * 0.25)), 1e-12);
  EXPECT_NEAR(std::exp(scores[2]), 0.75, 1e-12) << "an unknown level leaves the prior";
}

TEST(NaiveBayes, keeps_a_score_for_rows_that_are_very_far) {
  const Rows rows = clouds(20, 2, 2, 1, 1);
  const std::vector<double> far{1e150, -1e150};
  const auto scores = scores_of(*fit_default(rows.examples()),
                                MatrixView<const double>::row_major(far.data(), 1, 2), 2);
  for (const double score : scores)
    EXPECT_TRUE(std::isfinite(score));
}

}  // namespace
}  // namespace pith
