// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <stop_token>

#include "pith/base/error.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

std::unique_ptr<const Model> fit_default(const Examples& examples) {
  return fit("adaboost", examples);
}

TEST(Adaboost, keeps_the_promises_of_learners) {
  expect_promises(fit_default);
}

TEST(Adaboost, needs_one_stump_where_one_is_never_wrong) {
  const Rows rows{
      .numbers = {7, 1, 3, 2, 5, 6, 4, 9}, .classes = {0, 0, 1, 1}, .columns = 2, .class_count = 2};
  const auto model = fit_default(rows.examples());
  EXPECT_EQ(error_rate(*model, rows), 0);
  // Column 1 tells the classes apart at (2 + 6) / 2, column 0 does not.
  const std::vector<double> asked{0, 4, 0, 4.001};
  EXPECT_EQ(scores_of(*model, MatrixView<const double>::row_major(asked.data(), 2, 2), 2),
            (std::vector<double>{1, -1, -1, 1}));
}

TEST(Adaboost, gives_ties_to_the_lowest_column_and_threshold) {
  // Columns are equal, and 0.5 is as good as 2.5 (one of four is wrong).
  const Rows rows{
      .numbers = {0, 0, 1, 1, 2, 2, 3, 3}, .classes = {0, 1, 0, 1}, .columns = 2, .class_count = 2};
  const std::vector<double> asked{0.4, 9, 0.6, -9};
  const auto model = fit("adaboost", rows.examples(), {{"rounds", "1"}});
  EXPECT_EQ(scores_of(*model, MatrixView<const double>::row_major(asked.data(), 2, 2), 2),
            (std::vector<double>{1, -1, -1, 1}));
}

TEST(Adaboost, does_not_take_rounding_for_a_difference) {
  // Column 1 mirrors column 0, so its sums are the same but added up from the other end.
  const Rows one = clouds(70, 1, 3, 1.5, 24);
  Rows both{.numbers = {}, .classes = one.classes, .columns = 2, .class_count = 3};
  for (const double number : one.numbers)
    both.numbers.insert(both.numbers.end(), {number, -number});
  const auto model = fit("adaboost", both.examples(), {{"rounds", "30"}});
  const std::vector<double> scores = scores_of(*model, both.view(), 3);
  for (std::size_t i = 1; i < both.numbers.size(); i += 2)
    both.numbers[i] = 1e9;
  EXPECT_EQ(scores_of(*model, both.view(), 3), scores);
}

TEST(Adaboost, of_constants_says_the_most_frequent_class) {
  const Rows rows{
      .numbers = {3, 3, 3, 3, 3, 3}, .classes = {0, 1, 1, 2, 1, 2}, .columns = 1, .class_count = 3};
  EXPECT_EQ(predict(*fit_default(rows.examples()), rows.view(), 3),
            (std::vector<std::uint32_t>(6, 1)));
}

/// The definition for one class against the rest, with every threshold tried in every round.
std::vector<double> plain_scores(const Rows& rows, std::uint32_t own, std::size_t rounds) {
  const std::size_t count = rows.classes.size();
  const auto x = rows.view();
  std::vector<double> weights(count, 1.0 / static_cast<double>(count));
  std::vector<double> sums(count);
  double total = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    double least = 2;
    std::vector<char> answers;
    for (std::size_t j = 0; j < rows.columns; ++j) {
      std::set<double> values;
      for (std::size_t row = 0; row < count; ++row)
        values.insert(x(row, j));
      for (auto value = values.begin(); std::next(value) != values.end(); ++value) {
        const double threshold = (*value + *std::next(value)) / 2;
        double sides[2][2] = {};
        for (std::size_t row = 0; row < count; ++row)
          sides[x(row, j) > threshold ? 1 : 0][rows.classes[row] == own ? 1 : 0] += weights[row];
        const double error =
            std::min(sides[0][0], sides[0][1]) + std::min(sides[1][0], sides[1][1]);
        if (error > least - 1e-12) continue;
        least = error;
        answers.clear();
        for (std::size_t row = 0; row < count; ++row) {
          const double* side = sides[x(row, j) > threshold ? 1 : 0];
          answers.push_back(side[1] > side[0] + 1e-12 ? 1 : 0);
        }
      }
    }
    const double say = std::log((1 - least) / least);
    total += say;
    double all = 0;
    for (std::size_t row = 0; row < count; ++row) {
      const bool is_own = rows.classes[row] == own;
      sums[row] += answers[row] != 0 ? say : -say;
      if ((answers[row] != 0) != is_own) weights[row] *= std::exp(say);
      all += weights[row];
    }
    for (double& weight : weights)
      weight /= all;
  }
  for (double& sum : sums)
    sum /= total;
  return sums;
}

TEST(Adaboost, is_what_its_definition_reads) {
  Rows rows = clouds(60, 3, 3, 1.5, 21);
  for (std::size_t i = 0; i < rows.numbers.size(); i += 3)
    rows.numbers[i] = std::round(rows.numbers[i]);  // equal values
  const auto scores =
      scores_of(*fit("adaboost", rows.examples(), {{"rounds", "20"}}), rows.view(), 3);
  for (std::uint32_t c = 0; c < 3; ++c) {
    const std::vector<double> plain = plain_scores(rows, c, 20);
    for (std::size_t row = 0; row < 60; ++row)
      EXPECT_NEAR(scores[row * 3 + c], plain[row], 1e-9);
  }
}

TEST(Adaboost, is_the_same_on_any_number_of_threads) {
  const Rows rows = clouds(50, 4, 5, 1, 22);
  Context one;
  one.threads = 1;
  Context four;
  four.threads = 4;
  EXPECT_EQ(scores_of(*fit("adaboost", rows.examples(), {}, one), rows.view(), 5),
            scores_of(*fit("adaboost", rows.examples(), {}, four), rows.view(), 5));
}

TEST(Adaboost, learns_more_in_more_rounds) {
  const Rows rows = clouds(200, 2, 3, 0.8, 23);
  EXPECT_LT(error_rate(*fit("adaboost", rows.examples(), {{"rounds", "100"}}), rows),
            error_rate(*fit("adaboost", rows.examples(), {{"rounds", "1"}}), rows) - 0.05);
}

TEST(Adaboost, stops_when_told_to) {
  std::stop_source source;
  source.request_stop();
  Context context;
  context.stop = source.get_token();
  EXPECT_THROW(fit("adaboost", clouds(20, 2, 2, 1, 1).examples(), {}, context), Error);
}

}  // namespace
}  // namespace pith
