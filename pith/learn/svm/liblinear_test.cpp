// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/liblinear.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <stop_token>
#include <thread>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

struct Points {
  std::vector<double> rows;
  std::vector<std::uint32_t> classes;
};

/// Classes around the corners of a triangle.
Points triangle(std::size_t count, std::size_t class_count) {
  constexpr double corners[][2] = {{0, 0}, {4, 0}, {0, 4}};
  Points made;
  for (std::size_t i = 0; i < count; ++i) {
    const auto c = static_cast<std::uint32_t>(i % class_count);
    made.rows.push_back(corners[c][0] + Random(1, 0).uniform(i));
    made.rows.push_back(corners[c][1] + Random(1, 1).uniform(i));
    made.classes.push_back(c);
  }
  return made;
}

TEST(Liblinear, separates_linearly_separable_classes) {
  for (const std::size_t class_count : {2U, 3U}) {
    const Points made = triangle(60, class_count);
    const LinearSvm svm(MatrixView<const double>::row_major(made.rows.data(), 60, 2), made.classes,
                        class_count, {});
    for (std::size_t i = 0; i < 60; ++i)
      EXPECT_EQ(svm.predict(std::span(made.rows).subspan(2 * i, 2)), made.classes[i]);
  }
}

TEST(Liblinear, finds_the_minimum_of_its_loss_in_one_dimension) {
  // x = -1, 1 with classes 0, 1: the weight w minimizes w^2 / 2 + 2 C (1 - w)^2, without bias.
  const std::vector<double> rows{-1, 1};
  const std::vector<std::uint32_t> classes{0, 1};
  for (const double cost : {0.1, 1.0, 10.0}) {
    const LinearSvm svm(MatrixView<const double>::row_major(rows.data(), 2, 1), classes, 2,
                        {.cost = cost});
    const std::vector<double> one{1};
    EXPECT_NEAR(svm.scores(one)[1], 4 * cost / (1 + 4 * cost), 1e-2);
    EXPECT_EQ(svm.scores(one)[0], -svm.scores(one)[1]);
  }
}

TEST(Liblinear, never_predicts_a_class_that_did_not_occur) {
  const Points made = triangle(30, 2);
  const LinearSvm svm(MatrixView<const double>::row_major(made.rows.data(), 30, 2), made.classes, 4,
                      {});
  const std::vector<double> far{0, 100};
  EXPECT_LT(svm.predict(far), 2U);
  EXPECT_EQ(svm.scores(far)[3], -INFINITY);
}

TEST(Liblinear, as_a_model_keeps_the_promises_of_learners) {
  expect_promises([](const Examples& examples) { return fit_linear_svm(examples, {}); });
}

TEST(Liblinear, as_a_model_gives_the_same_scores) {
  const Rows rows = clouds(30, 3, 3, 1, 3);
  const LinearSvm svm(rows.view(), rows.classes, 3, {});
  const auto scores = scores_of(*fit_linear_svm(rows.examples(), {}), rows.view(), 3);
  for (std::size_t row = 0; row < 30; ++row) {
    const auto own = svm.scores(std::span(rows.numbers).subspan(3 * row, 3));
    EXPECT_EQ(own, std::vector<double>(&scores[3 * row], &scores[3 * row] + 3));
  }
}

TEST(Liblinear, stops_during_training_when_cancelled) {
  // A hundred classes with a tolerance below rounding take seconds to train.
  std::stop_source source;
  Context context;
  context.stop = source.get_token();
  const Rows rows = clouds(4000, 40, 100, 3, 4);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  EXPECT_THROW(fit_linear_svm(rows.examples(), {.cost = 1e6, .tolerance = 1e-300}, context), Error);
  later.join();
}

}  // namespace
}  // namespace pith
