// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/lasso_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/random.h"
#include "pith/linalg/lasso_model.h"

namespace pith {
namespace {

/// Unit vectors of which neighbours resemble each other, with mixed signs.
struct Problem {
  std::size_t count = 0;
  std::size_t rows = 0;
  std::vector<double> numbers = {};
  std::vector<double> response = {};

  Problem(std::size_t how_many, std::size_t how_long, std::uint64_t seed)
      : count(how_many), rows(how_long), numbers(count * rows), response(rows) {
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t row = 0; row < rows; ++row) {
        const double own = Random(seed, j).uniform(row) - 0.5;
        const double shared = Random(seed, j / 3 + 1000).uniform(row) - 0.5;
        at(j)[row] = own + (j % 2 == 0 ? 1 : -1) * shared;
        response[row] += (j % 4 == 0 ? 1.0 : j % 4 == 1 ? -0.5 : 0) * at(j)[row];
      }
      make_unit(at(j));
    }
    for (std::size_t row = 0; row < rows; ++row)
      response[row] += Random(seed, 5000).uniform(row) - 0.5;
  }

  std::span<double> at(std::size_t j) { return {&numbers[j * rows], rows}; }
  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers.data(), count, rows);
  }

  static void make_unit(std::span<double> x) {
    double square = 0;
    for (const double number : x)
      square += number * number;
    for (double& number : x)
      number /= std::sqrt(square);
  }
};

/// <x_j, y - sum a x> for every j.
std::vector<double> correlations(Problem& problem, const std::vector<std::size_t>& active,
                                 const std::vector<double>& weights) {
  std::vector<double> left = problem.response;
  for (std::size_t i = 0; i < active.size(); ++i) {
    for (std::size_t row = 0; row < problem.rows; ++row)
      left[row] -= weights[i] * problem.at(active[i])[row];
  }
  std::vector<double> found(problem.count);
  for (std::size_t j = 0; j < problem.count; ++j) {
    for (std::size_t row = 0; row < problem.rows; ++row)
      found[j] += problem.at(j)[row] * left[row];
  }
  return found;
}

TEST(LassoPath, solutions_satisfy_the_optimality_conditions_at_every_event) {
  std::size_t leaving = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const std::size_t rows : {40U, 12U}) {  // more and fewer rows than vectors
      Problem problem(20, rows, seed);
      LassoPath path(problem.view(), problem.response, {});
      double before = 1e300;
      while (const auto event = path.advance({})) {
        EXPECT_LE(event->level, before * (1 + 1e-12));
        before = event->level;
        leaving += event->enters ? 0 : 1;
        const std::vector<double> weights = path.coefficients(event->level);
        const std::vector<double> found = correlations(problem, path.active(), weights);
        for (std::size_t j = 0; j < problem.count; ++j)
          EXPECT_LE(std::abs(found[j]), event->level + 1e-11);
        for (std::size_t i = 0; i < path.active().size(); ++i) {
          EXPECT_NEAR(std::abs(found[path.active()[i]]), event->level, 1e-11);
          EXPECT_GE(weights[i] * found[path.active()[i]], -1e-12);
        }
      }
    }
  }
  EXPECT_GT(leaving, 0U);
}

TEST(LassoPath, coefficients_between_events_are_those_of_another_solver) {
  Problem problem(12, 50, 3);
  std::vector<double> gram(144);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 12; ++j) {
      for (std::size_t row = 0; row < 50; ++row)
        gram[i * 12 + j] += problem.at(i)[row] * problem.at(j)[row];
    }
  }
  std::vector<double> slopes = correlations(problem, {}, {});
  for (double& slope : slopes)
    slope = -slope;
  LassoPath path(problem.view(), problem.response, {});
  auto event = path.advance({});
  while (event) {
    const double upper = event->level;
    const std::vector<std::size_t> active = path.active();
    LassoPath ahead = path;
    const auto next = ahead.advance({});
    const double level = (upper + (next ? next->level : 0)) / 2;
    std::vector<double> expected(12);
    const std::vector<double> penalties(12, level);
    minimize_lasso({.curvature = gram, .slopes = slopes, .penalties = penalties}, expected, {});
    const std::vector<double> found = path.coefficients(level);
    for (std::size_t i = 0; i < active.size(); ++i) {
      EXPECT_NEAR(found[i], expected[active[i]], 1e-8);
      expected[active[i]] = 0;
    }
    for (const double rest : expected)
      EXPECT_EQ(rest, 0);
    event = path.advance({});
  }
}

TEST(LassoPath, a_duplicate_never_enters_and_ties_go_to_the_lowest_index) {
  Problem problem(6, 30, 1);
  std::copy_n(problem.at(1).begin(), 30, problem.at(4).begin());
  LassoPath path(problem.view(), problem.response, {});
  std::vector<std::size_t> entered;
  while (const auto event = path.advance({})) {
    if (event->enters) entered.push_back(event->variable);
  }
  EXPECT_EQ(std::count(entered.begin(), entered.end(), 4U), 0);
  EXPECT_GE(std::count(entered.begin(), entered.end(), 1U), 1);
}

}  // namespace
}  // namespace pith
