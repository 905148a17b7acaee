// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "tests/support/learners.h"

namespace pith {
namespace {

std::unique_ptr<const Model> fit_default(const Examples& examples) {
  return fit("knn", examples);
}

std::vector<std::uint32_t> nearest_classes(const Rows& known, const std::vector<double>& queries,
                                           std::size_t neighbours) {
  const auto model = fit("knn", known.examples(), {{"neighbours", std::to_string(neighbours)}});
  return predict(*model, MatrixView<const double>::row_major(queries.data(), queries.size(), 1),
                 known.class_count);
}

TEST(Knn, keeps_the_promises_of_learners) {
  expect_promises(fit_default);
  expect_probabilities(fit_default);
}

TEST(Knn, gives_ties_of_votes_to_the_lowest_class) {
  const Rows known{.numbers = {1, 2, 3}, .classes = {2, 1, 0}, .columns = 1, .class_count = 3};
  EXPECT_EQ(nearest_classes(known, {1, 9}, 3), (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(nearest_classes(known, {1, 9}, 2), (std::vector<std::uint32_t>{1, 0}));
}

TEST(Knn, gives_ties_of_distance_to_the_first_rows) {
  // Both neighbours of 0 are at the same distance; only one votes.
  const Rows known{.numbers = {1, -1, 5}, .classes = {1, 0, 0}, .columns = 1, .class_count = 2};
  EXPECT_EQ(nearest_classes(known, {0}, 1), (std::vector<std::uint32_t>{1}));
}

TEST(Knn, uses_all_rows_if_there_are_fewer_than_neighbours) {
  const Rows known{
      .numbers = {0, 10, 11, 12}, .classes = {0, 1, 1, 0}, .columns = 1, .class_count = 2};
  EXPECT_EQ(nearest_classes(known, {0, 11}, 100), (std::vector<std::uint32_t>{0, 0}));
}

TEST(Knn, scores_are_logarithms_of_smoothed_shares) {
  const Rows known{.numbers = {0, 1, 2}, .classes = {0, 3, 3}, .columns = 1, .class_count = 4};
  const auto model = fit("knn", known.examples(), {{"neighbours", "3"}});
  const std::vector<double> scores = scores_of(*model, known.view(), 4);
  EXPECT_DOUBLE_EQ(scores[0], std::log(1.5 / 4));
  EXPECT_DOUBLE_EQ(scores[3], std::log(2.5 / 4));
  EXPECT_EQ(scores[1], -INFINITY);
}

TEST(Knn, finds_the_rows_that_sorting_finds) {
  // Whole numbers, so that many distances are equal.
  Rows known = clouds(150, 4, 5, 1.5, 4);
  for (double& number : known.numbers)
    number = std::round(number);
  for (const std::size_t neighbours : {1U, 4U, 20U}) {
    const auto found =
        predict(*fit("knn", known.examples(), {{"neighbours", std::to_string(neighbours)}}),
                known.view(), known.class_count);
    for (std::size_t row = 0; row < 150; ++row) {
      std::vector<std::size_t> order(150);
      std::iota(order.begin(), order.end(), 0);
      const auto distance = [&](std::size_t other) {
        double sum = 0;
        for (std::size_t i = 0; i < 4; ++i)
          sum += std::pow(known.view()(row, i) - known.view()(other, i), 2);
        return sum;
      };
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
      std::vector<double> votes(known.class_count);
      for (std::size_t i = 0; i < neighbours; ++i)
        ++votes[known.classes[order[i]]];
      EXPECT_EQ(found[row], best_class(votes)) << row;
    }
  }
}

// By KNeighborsRegressor of scikit-learn 1.x.
TEST(Knn, predicts_the_mean_of_the_nearest_numbers) {
  const NumberRows rows = counted_rows(30, 4);
  const auto predictions = [&](const char* neighbours) {
    return predict_numbers(*fit("knn", rows.examples(20), {{"neighbours", neighbours}}),
                           rows.view(20, 22));
  };
  EXPECT_NEAR(predictions("1")[0], 0.30526315789473685, 1e-12);
  EXPECT_NEAR(predictions("3")[0], 0.3350877192982457, 1e-12);
  EXPECT_NEAR(predictions("3")[1], 1.5701754385964912, 1e-12);
  EXPECT_NEAR(predictions("5")[1], 1.3821052631578947, 1e-12);
}

}  // namespace
}  // namespace pith
