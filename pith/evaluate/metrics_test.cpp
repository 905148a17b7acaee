// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Classes = std::vector<std::uint32_t>;

MatrixView<const double> view(const std::vector<double>& scores, std::size_t class_count) {
  return MatrixView<const double>::row_major(scores.data(), scores.size() / class_count,
                                             class_count);
}

std::vector<double> logs(std::vector<double> probabilities) {
  for (double& p : probabilities)
    p = std::log(p);
  return probabilities;
}

/// Scores on a coarse grid, so that many are equal.
std::vector<double> coarse_scores(std::size_t count, std::uint64_t seed) {
  std::vector<double> scores(count);
  for (std::size_t i = 0; i < count; ++i)
    scores[i] = static_cast<double>(Random(seed, 1).below(i, 12)) / 4;
  return scores;
}

/// Pair after pair.
double auc_of_class(const Classes& truth, std::uint32_t c, const std::vector<double>& scores) {
  double better = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t j = 0; j < truth.size(); ++j) {
      if (truth[i] != c || truth[j] == c) continue;
      better += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
      ++pairs;
    }
  }
  return better / pairs;
}

/// Truth and probabilities of ten rows and three classes.
const Classes truth_of_three = {0, 1, 2, 2, 1, 0, 2, 0, 1, 2};
const std::vector<double> scores_of_three =
    logs({.5, .3, .2, .2, .5, .3, .1, .3, .6, .3, .4, .3, .5, .25, .25,
          .6, .2, .2, .2, .2, .6, .2, .5, .3, .1, .8, .1, .5, .25, .25});

TEST(Metrics, equal_those_of_scikit_learn_with_three_classes) {
  const Metrics found = metrics(truth_of_three, view(scores_of_three, 3), true);
  EXPECT_NEAR(found.error, 0.4, 1e-15);
  EXPECT_NEAR(found.balanced_error, 0.38888888888888895, 1e-15);
  EXPECT_NEAR(found.auc, 0.7926587301587301, 1e-15);
  EXPECT_NEAR(found.log_loss, 0.872791422273189, 1e-15);
}

TEST(Metrics, equal_those_of_scikit_learn_with_two_classes) {
  const Classes truth = {0, 1, 1, 0, 1, 0, 1, 0};
  std::vector<double> scores;
  for (const double p : {.1, .4, .35, .8, .4, .4, .9, .2})
    scores.insert(scores.end(), {std::log(1 - p), std::log(p)});
  const Metrics found = metrics(truth, view(scores, 2), true);
  EXPECT_EQ(found.error, 0.5);
  EXPECT_EQ(found.balanced_error, 0.5);
  EXPECT_EQ(found.auc, 0.6875);
  EXPECT_NEAR(found.log_loss, 0.6795664633846177, 1e-15);
}

TEST(Metrics, do_not_depend_on_the_memory_layout_of_scores) {
  std::vector<double> by_class(30);
  for (std::size_t row = 0; row < 10; ++row) {
    for (std::size_t c = 0; c < 3; ++c)
      by_class[c * 10 + row] = scores_of_three[row * 3 + c];
  }
  const auto columns = MatrixView<const double>::column_major(by_class.data(), 10, 3);
  const Metrics expected = metrics(truth_of_three, view(scores_of_three, 3), true);
  const Metrics found = metrics(truth_of_three, columns, true);
  EXPECT_EQ(found.error, expected.error);
  EXPECT_EQ(found.auc, expected.auc);
  EXPECT_EQ(found.log_loss, expected.log_loss);
}

TEST(Metrics, predict_the_lowest_of_tied_classes) {
  const std::vector<double> scores = {1, 1, 1, 1};
  EXPECT_EQ(metrics(Classes{0, 0}, view(scores, 2), false).error, 0);
  EXPECT_EQ(metrics(Classes{1, 1}, view(scores, 2), false).error, 1);
}

TEST(Metrics, have_no_log_loss_without_probabilities) {
  EXPECT_TRUE(std::isnan(metrics(truth_of_three, view(scores_of_three, 3), false).log_loss));
}

TEST(Metrics, are_undefined_without_rows) {
  const Metrics found = metrics({}, view({}, 3), true);
  EXPECT_TRUE(std::isnan(found.error));
  EXPECT_TRUE(std::isnan(found.balanced_error));
  EXPECT_TRUE(std::isnan(found.auc));
  EXPECT_TRUE(std::isnan(found.log_loss));
}

TEST(BalancedError, counts_a_rare_class_as_much_as_a_frequent_one) {
  // Class 0 is never wrong, the only row of class 3 always, class 2 does not occur.
  const Classes truth = {0, 0, 0, 0, 0, 0, 1, 1, 3};
  const Classes predicted = {0, 0, 0, 0, 0, 0, 1, 0, 2};
  EXPECT_DOUBLE_EQ(error(truth, predicted), 2.0 / 9);
  EXPECT_DOUBLE_EQ(balanced_error(truth, predicted, 4), 0.5);
}

TEST(Auc, counts_pairs_of_two_classes) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Classes truth = random_codes(61, 2, seed);
    const std::vector<double> scores = coarse_scores(2 * truth.size(), seed);
    std::vector<double> differences;
    for (std::size_t row = 0; row < truth.size(); ++row)
      differences.push_back(scores[2 * row + 1] - scores[2 * row]);
    EXPECT_NEAR(auc(truth, view(scores, 2)), auc_of_class(truth, 1, differences), 1e-14);
  }
}

TEST(Auc, is_the_mean_over_the_classes_that_occur) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Classes truth = random_codes(50, 3, seed);
    for (std::uint32_t& c : truth)
      c = c == 2 ? 3 : c;  // of five, 2 and 4 do not occur
    const std::vector<double> scores = coarse_scores(5 * truth.size(), seed);
    double expected = 0;
    for (const std::uint32_t c : {0U, 1U, 3U}) {
      std::vector<double> own;
      for (std::size_t row = 0; row < truth.size(); ++row)
        own.push_back(scores[5 * row + c]);
      expected += auc_of_class(truth, c, own) / 3;
    }
    EXPECT_NEAR(auc(truth, view(scores, 5)), expected, 1e-14);
  }
}

TEST(Auc, handles_infinite_scores) {
  // Class 0 for sure, both impossible (nothing is known), undecided, class 1 for sure.
  const std::vector<double> scores = {0, -infinity, -infinity, -infinity, 1, 1, -infinity, 0};
  EXPECT_EQ(auc(Classes{0, 0, 1, 1}, view(scores, 2)), 3.5 / 4);
  EXPECT_EQ(auc(Classes{1, 0, 1, 0}, view(scores, 2)), 0.5 / 4);
}

TEST(Auc, is_one_half_for_a_class_without_training_rows) {
  const std::vector<double> scores = {2, 1, -infinity, 1, 2, -infinity, 0, 0, -infinity};
  // The third class ties, the others are told apart.
  EXPECT_DOUBLE_EQ(auc(Classes{0, 1, 2}, view(scores, 3)), (1 + 1 + 0.5) / 3);
}

TEST(Auc, is_undefined_with_one_class) {
  const std::vector<double> scores = {2, 1, 0, 1, 2, 0};
  EXPECT_TRUE(std::isnan(auc(Classes{1, 1, 1}, view(scores, 2))));
  EXPECT_TRUE(std::isnan(auc(Classes{1, 1}, view(scores, 3))));
}

TEST(LogLoss, is_bounded_if_the_true_class_has_probability_zero) {
  const std::vector<double> scores = {-infinity, 0, 0, -infinity};
  EXPECT_DOUBLE_EQ(log_loss(Classes{0, 0}, view(scores, 2)), -std::log(1e-15) / 2);
  EXPECT_EQ(log_loss(Classes{1, 0}, view(scores, 2)), 0);
}

// By average_precision_score of scikit-learn 1.x, one class against the rest, the mean of all.
TEST(Metrics, mean_average_precision_equals_that_of_scikit_learn) {
  const std::vector<std::uint32_t> truth{0, 1, 2, 2, 1, 0, 2, 1};
  const std::vector<double> scores{.6, .3,  .1,  .2, .5, .3, .3, .3, .4, .5, .2,  .3,
                                   .1, .45, .45, .3, .4, .3, .2, .2, .6, .4, .35, .25};
  EXPECT_NEAR(mean_average_precision(
                  truth, MatrixView<const double>::row_major(scores.data(), truth.size(), 3)),
              0.7796296296296296, 1e-15);
  const std::vector<std::uint32_t> two{0, 1, 1, 0, 1, 0};
  const std::vector<double> of_two{.9, .1, .2, .8, .6, .4, .6, .4, .1, .9, .4, .6};
  EXPECT_NEAR(mean_average_precision(
                  two, MatrixView<const double>::row_major(of_two.data(), two.size(), 2)),
              0.8361111111111111, 1e-15);
}

TEST(Metrics, mean_average_precision_leaves_out_classes_that_do_not_occur) {
  const std::vector<std::uint32_t> truth{0, 2};
  const std::vector<double> scores{3, 9, 1, 1, 9, 3};
  const auto view = MatrixView<const double>::row_major(scores.data(), 2, 3);
  EXPECT_EQ(mean_average_precision(truth, view), 1);
  EXPECT_TRUE(std::isnan(
      mean_average_precision({}, MatrixView<const double>::row_major(scores.data(), 0, 3))));
}

}  // namespace
}  // namespace pith
