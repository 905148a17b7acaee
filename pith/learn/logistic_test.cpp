// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stop_token>

#include "pith/base/error.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

std::unique_ptr<const Model> fit_default(const Examples& examples) {
  return fit("logistic", examples);
}

TEST(Logistic, keeps_the_promises_of_learners) {
  expect_promises(fit_default);
  expect_probabilities(fit_default);
}

TEST(Logistic, of_constants_is_the_share_of_each_class) {
  Rows rows{
      .numbers = {3, 3, 3, 3, 3, 3}, .classes = {0, 0, 2, 0, 1, 2}, .columns = 1, .class_count = 3};
  std::vector<double> scores = scores_of(*fit_default(rows.examples()), rows.view(), 3);
  EXPECT_NEAR(std::exp(scores[0]), 3.0 / 6, 1e-7);
  EXPECT_NEAR(std::exp(scores[1]), 1.0 / 6, 1e-7);
  rows.classes = {0, 0, 2, 0, 2, 2};
  rows.classes[1] = 2;
  scores = scores_of(*fit_default(rows.examples()), rows.view(), 3);
  EXPECT_NEAR(std::exp(scores[0]), 2.0 / 6, 1e-7);
  EXPECT_EQ(scores[1], -INFINITY);
}

TEST(Logistic, finds_the_minimum_in_one_dimension) {
  // x = -1, 1: by symmetry no intercept, and w = 2 C / (1 + exp(w)).
  const Rows rows{.numbers = {-1, 1}, .classes = {0, 1}, .columns = 1, .class_count = 2};
  for (const double cost : {0.1, 1.0, 1000.0}) {
    const auto scores =
        scores_of(*fit("logistic", rows.examples(), {{"cost", number_text(cost)}}), rows.view(), 2);
    const double w = scores[3] - scores[2];
    EXPECT_NEAR(w, 2 * cost / (1 + std::exp(w)), 1e-5 * cost);
  }
}

/// At the minimum the derivatives by the intercepts are 0, so that the probabilities of a class add
/// up to its number of rows.
TEST(Logistic, probabilities_of_a_class_add_up_to_its_number_of_rows) {
  for (const std::size_t class_count : {2U, 3U, 5U}) {
    Rows rows = clouds(60, 4, class_count, 1, 11);
    for (std::size_t i = 0; i < rows.numbers.size(); i += 4)
      rows.numbers[i] = 1000 * rows.numbers[i] + 500;  // badly scaled
    const auto scores = scores_of(*fit_default(rows.examples()), rows.view(), class_count);
    for (std::size_t c = 0; c < class_count; ++c) {
      double sum = 0;
      for (std::size_t row = 0; row < 60; ++row)
        sum += std::exp(scores[row * class_count + c]);
      EXPECT_NEAR(sum, 60.0 / static_cast<double>(class_count), 1e-3);
    }
  }
}

TEST(Logistic, with_three_classes_is_at_the_minimum) {
  // At the minimum w_k = C sum[rows] ([y = k] - p_k) x. The scores of two rows that differ by 1 in
  // one column give the weights up to a constant of all classes, and the weights add up to 0.
  const Rows rows = clouds(30, 2, 3, 1, 12);
  const auto model = fit("logistic", rows.examples(), {{"cost", "2"}});
  const auto scores = scores_of(*model, rows.view(), 3);
  const std::vector<double> queries{0, 0, 1, 0, 0, 1};
  const auto marks =
      scores_of(*model, MatrixView<const double>::row_major(queries.data(), 3, 2), 3);
  for (std::size_t j = 0; j < 2; ++j) {
    double mean = 0;
    for (std::size_t k = 0; k < 3; ++k)
      mean += (marks[(j + 1) * 3 + k] - marks[k]) / 3;
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = 0;
      for (std::size_t row = 0; row < 30; ++row)
        sum += ((rows.classes[row] == k ? 1 : 0) - std::exp(scores[row * 3 + k])) *
               rows.view()(row, j);
      EXPECT_NEAR(marks[(j + 1) * 3 + k] - marks[k] - mean, 2 * sum, 1e-5);
    }
  }
}

TEST(Logistic, stops_when_told_to) {
  std::stop_source source;
  source.request_stop();
  Context context;
  context.stop = source.get_token();
  EXPECT_THROW(fit("logistic", clouds(20, 2, 2, 1, 1).examples(), {}, context), Error);
}

}  // namespace
}  // namespace pith
