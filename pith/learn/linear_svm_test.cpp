// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/linear_svm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

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

TEST(LinearSvm, tells_classes_apart_that_a_line_separates) {
  for (const std::size_t class_count : {2U, 3U}) {
    const Points made = triangle(60, class_count);
    const LinearSvm svm(MatrixView<const double>::row_major(made.rows.data(), 60, 2), made.classes,
                        class_count, {});
    for (std::size_t i = 0; i < 60; ++i)
      EXPECT_EQ(svm.predict(std::span(made.rows).subspan(2 * i, 2)), made.classes[i]);
  }
}

TEST(LinearSvm, finds_the_minimum_of_its_loss_in_one_dimension) {
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

TEST(LinearSvm, never_predicts_a_class_that_did_not_occur) {
  const Points made = triangle(30, 2);
  const LinearSvm svm(MatrixView<const double>::row_major(made.rows.data(), 30, 2), made.classes, 4,
                      {});
  const std::vector<double> far{0, 100};
  EXPECT_LT(svm.predict(far), 2U);
  EXPECT_EQ(svm.scores(far)[3], -INFINITY);
}

}  // namespace
}  // namespace pith
