// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/wide_svm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include "pith/base/error.h"
#include "pith/learn/svm/liblinear.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

struct Problem {
  std::vector<double> gram;
  std::vector<double> signs;
};

/// One class of these rows against the rest, with a 1 for the bias in each row.
Problem problem_of(const Rows& rows, std::uint32_t positive) {
  const std::size_t count = rows.classes.size();
  Problem made{.gram = std::vector<double>(count * count, 1), .signs = {}};
  for (std::size_t i = 0; i < count; ++i) {
    made.signs.push_back(rows.classes[i] == positive ? 1 : -1);
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t column = 0; column < rows.columns; ++column)
        made.gram[i * count + j] +=
            rows.numbers[i * rows.columns + column] * rows.numbers[j * rows.columns + column];
    }
  }
  return made;
}

/// By how much the condition of the minimum is violated, in units of the margin.
double violation(const Problem& problem, const std::vector<double>& coefficients, double cost) {
  const std::size_t count = problem.signs.size();
  double worst = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double output = 0;
    for (std::size_t j = 0; j < count; ++j)
      output += problem.gram[i * count + j] * coefficients[j];
    const double loss = std::max(0.0, 1 - problem.signs[i] * output);
    const double expected = 2 * cost * problem.signs[i] * loss;
    worst = std::max(worst, std::abs(coefficients[i] - expected) / (1 + 2 * cost));
  }
  return worst;
}

/// Few rows, most of which are of one class: a class has one row, another two.
Rows with_rare_classes(std::size_t count, std::size_t columns) {
  Rows made = clouds(count, columns, 3, 2, 7);
  for (std::size_t row = 0; row < count; ++row)
    made.classes[row] = row == 4 ? 1 : (row % 20 == 3 ? 2 : 0);
  return made;
}

TEST(WideSvm, finds_the_minimum_of_its_loss) {
  for (const std::size_t columns : {40U, 400U, 3000U}) {
    const Rows rows = with_rare_classes(40, columns);
    for (const std::uint32_t positive : {0U, 1U, 2U}) {
      const Problem problem = problem_of(rows, positive);
      for (const double cost : {1e-6, 0.01, 1.0, 100.0, 1e6}) {
        const auto found = squared_hinge_coefficients(problem.gram, problem.signs, cost, {});
        EXPECT_LT(violation(problem, found, cost), 1e-9)
            << columns << " columns, class " << positive << ", cost " << cost;
      }
    }
  }
}

TEST(WideSvm, finds_it_among_repeated_rows_and_of_large_and_small_numbers) {
  for (const double unit : {1e-5, 1e3}) {
    Rows rows = with_rare_classes(40, 60);
    for (std::size_t i = 0; i < 20 * rows.columns; ++i)
      rows.numbers[20 * rows.columns + i] = rows.numbers[i];
    for (double& number : rows.numbers)
      number *= unit;
    for (const std::uint32_t positive : {0U, 2U}) {
      const Problem problem = problem_of(rows, positive);
      const auto found = squared_hinge_coefficients(problem.gram, problem.signs, 1, {});
      EXPECT_LT(violation(problem, found, 1), 1e-6) << unit << ", class " << positive;
    }
  }
}

TEST(WideSvm, agrees_with_liblinear_where_that_ends_at_the_minimum) {
  const Rows rows = clouds(60, 60, 3, 3, 5);
  ASSERT_TRUE(is_wide(rows.view()));
  const auto exact = scores_of(*fit_wide_svm(rows.examples(), 0.01, {}), rows.view(), 3);
  const auto other = scores_of(*fit_linear_svm(rows.examples(), {.cost = 0.01, .tolerance = 1e-9}),
                               rows.view(), 3);
  for (std::size_t i = 0; i < exact.size(); ++i)
    EXPECT_NEAR(exact[i], other[i], 1e-6);
}

TEST(WideSvm, keeps_the_promises_of_learners) {
  expect_promises([](const Examples& examples) { return fit_wide_svm(examples, 1, {}); });
}

TEST(WideSvm, is_for_few_rows) {
  const std::vector<double> numbers(600 * 600);
  const auto is_wide_with = [&](std::size_t rows, std::size_t columns) {
    return is_wide(MatrixView<const double>::row_major(numbers.data(), rows, columns));
  };
  EXPECT_TRUE(is_wide_with(10, 10));
  EXPECT_FALSE(is_wide_with(11, 10));
  EXPECT_TRUE(is_wide_with(500, 600));
  EXPECT_FALSE(is_wide_with(501, 600));
}

TEST(WideSvm, can_be_cancelled) {
  std::stop_source source;
  source.request_stop();
  Context context;
  context.stop = source.get_token();
  EXPECT_THROW(fit_wide_svm(clouds(20, 20, 2, 1, 3).examples(), 1, context), Error);
}

}  // namespace
}  // namespace pith
