// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/base/text.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

std::unique_ptr<const Model> fit_default(const Examples& examples) {
  return fit("qda", examples);
}

TEST(Qda, keeps_the_promises_of_learners_with_any_shrinkage) {
  for (const double shrinkage : {0.0, 0.1, 1.0}) {
    expect_promises([&](const Examples& examples) {
      return fit("qda", examples, {{"shrinkage", number_text(shrinkage)}});
    });
  }
  expect_probabilities(fit_default);
}

TEST(Qda, is_its_formula_in_one_dimension) {
  // Class 0: mean 1, S = 2; class 1: mean 5, one row, S = 0.
  const Rows rows{.numbers = {0, 2, 5}, .classes = {0, 0, 1}, .columns = 1, .class_count = 2};
  const double x = 4;
  const double r = 0.3;
  const auto log_density = [&](double mean, double variance, double prior) {
    return std::log(prior) - 0.5 * std::log(variance) - (x - mean) * (x - mean) / (2 * variance);
  };
  const auto scores = scores_of(*fit("qda", rows.examples(), {{"shrinkage", number_text(r)}}),
                                MatrixView<const double>::row_major(&x, 1, 1), 2);
  EXPECT_NEAR(scores[0] - scores[1],
              log_density(1, (1 - r) * 2 + r, 2.0 / 3) - log_density(5, r, 1.0 / 3), 1e-12);
}

TEST(Qda, is_its_formula_in_two_dimensions) {
  const Rows rows = clouds(20, 2, 2, 1, 5);
  const double r = 0.25;
  const auto scores =
      scores_of(*fit("qda", rows.examples(), {{"shrinkage", number_text(r)}}), rows.view(), 2);
  for (std::size_t row = 0; row < 20; ++row) {
    double logs[2];
    for (std::uint32_t c = 0; c < 2; ++c) {
      double mean[2] = {};
      double s[3] = {};  // xx, xy, yy
      for (std::size_t i = c; i < 20; i += 2) {
        mean[0] += rows.view()(i, 0) / 10;
        mean[1] += rows.view()(i, 1) / 10;
      }
      for (std::size_t i = c; i < 20; i += 2) {
        const double x = rows.view()(i, 0) - mean[0];
        const double y = rows.view()(i, 1) - mean[1];
        s[0] += (1 - r) * x * x / 9;
        s[1] += (1 - r) * x * y / 9;
        s[2] += (1 - r) * y * y / 9;
      }
      s[0] += r;
      s[2] += r;
      const double determinant = s[0] * s[2] - s[1] * s[1];
      const double x = rows.view()(row, 0) - mean[0];
      const double y = rows.view()(row, 1) - mean[1];
      logs[c] = -0.5 * std::log(determinant) -
                0.5 * (s[2] * x * x - 2 * s[1] * x * y + s[0] * y * y) / determinant;
    }
    EXPECT_NEAR(scores[2 * row] - scores[2 * row + 1], logs[0] - logs[1], 1e-10);
  }
}

TEST(Qda, without_shrinkage_accepts_duplicates_of_a_column) {
  const Rows one = clouds(40, 1, 2, 0.5, 6);
  Rows twice{.numbers = {}, .classes = one.classes, .columns = 2, .class_count = 2};
  for (const double number : one.numbers)
    twice.numbers.insert(twice.numbers.end(), {number, number});
  EXPECT_NEAR(error_rate(*fit("qda", twice.examples(), {{"shrinkage", "0"}}), twice),
              error_rate(*fit("qda", one.examples(), {{"shrinkage", "0"}}), one), 0.06);
}

}  // namespace
}  // namespace pith
