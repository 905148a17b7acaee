// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/group_lasso.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith {
namespace {

using View = MatrixView<const double>;

struct Example {
  std::vector<double> columns;
  std::vector<double> responses;
  std::vector<double> penalties;
  std::size_t rows = 0;
  std::size_t features = 0;
  std::size_t tasks = 0;

  Example(std::size_t n, std::size_t d, std::size_t m) : rows(n), features(d), tasks(m) {
    const Random random(7, n);
    for (std::size_t i = 0; i < n * d; ++i)
      columns.push_back(random.uniform(i) - 0.5);
    for (std::size_t i = 0; i < n * m; ++i)
      responses.push_back(columns[i % (n * std::min<std::size_t>(d, 3))] + random.uniform(i) - 0.5);
    for (std::size_t j = 0; j < d; ++j)
      penalties.push_back(1 + 0.1 * static_cast<double>(j % 3));
  }
  GroupLasso problem(double gamma) const {
    return {.columns = View::row_major(columns.data(), features, rows),
            .responses = View::row_major(responses.data(), tasks, rows),
            .penalties = penalties,
            .gamma = gamma};
  }
  double objective(const std::vector<double>& weights, double gamma) const {
    double squares = 0;
    for (std::size_t r = 0; r < tasks; ++r) {
      for (std::size_t i = 0; i < rows; ++i) {
        double rest = responses[r * rows + i];
        for (std::size_t j = 0; j < features; ++j)
          rest -= columns[j * rows + i] * weights[j * tasks + r];
        squares += rest * rest;
      }
    }
    double sum = 0;
    for (std::size_t j = 0; j < features; ++j) {
      double norm = 0;
      for (std::size_t r = 0; r < tasks; ++r)
        norm = std::hypot(norm, weights[j * tasks + r]);
      sum += penalties[j] * norm;
    }
    return squares + gamma * sum * sum;
  }
};

TEST(GroupLasso, has_no_duality_gap_and_no_better_neighbour) {
  for (const auto& [rows, features, tasks] :
       {std::array<std::size_t, 3>{60, 12, 1}, {40, 80, 3}, {30, 10, 5}, {12, 200, 2}}) {
    const Example made(rows, features, tasks);
    for (const double gamma : {1e-3, 0.1, 1.0, 100.0}) {
      const GroupLassoPoint point = minimize_group_lasso(made.problem(gamma), {});
      EXPECT_TRUE(point.has_converged);
      EXPECT_NEAR(point.objective, made.objective(point.weights, gamma), 1e-12 * point.objective);
      EXPECT_LE(point.gap, 1e-9 * point.objective) << rows << " " << features << " " << gamma;
      const Random random(3, rows);
      for (std::size_t i = 0; i < 30; ++i) {
        auto other = point.weights;
        other[random.below(2 * i, other.size())] += 1e-3 * (random.uniform(2 * i + 1) - 0.5);
        EXPECT_GE(made.objective(other, gamma), point.objective * (1 - 1e-14));
      }
    }
  }
}

TEST(GroupLasso, of_one_feature_is_a_ridge) {
  const Example made(20, 1, 2);
  const GroupLassoPoint point = minimize_group_lasso(made.problem(2), {});
  double square = 0;
  double product = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    square += made.columns[i] * made.columns[i];
    product += made.columns[i] * made.responses[20 + i];
  }
  EXPECT_NEAR(point.weights[1], product / (square + 2), 1e-14);
}

}  // namespace
}  // namespace pith
