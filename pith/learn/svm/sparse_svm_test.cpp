// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/sparse_svm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith::learn {
namespace {

struct Rows {
  std::vector<double> columns;
  std::vector<double> signs;
  std::vector<double> penalties;
  std::size_t count;
  std::size_t features;

  Rows(std::size_t n, std::size_t d) : penalties(d, 1.0), count(n), features(d) {
    const Random random(5, d);
    for (std::size_t i = 0; i < n; ++i)
      signs.push_back(random.uniform(i) < 0.4 ? 1 : -1);
    for (std::size_t i = 0; i < n * d; ++i)
      columns.push_back(random.uniform(n + i) - 0.5 + (i / n < 3 ? 0.2 * signs[i % n] : 0));
  }
  SparseSvmProblem problem() const {
    return {.columns = MatrixView<const double>::row_major(columns.data(), features, count),
            .penalties = penalties,
            .signs = signs};
  }
  double objective(const std::vector<double>& weights, double bias, double cost) const {
    double sum = std::abs(bias);
    for (const double weight : weights)
      sum += std::abs(weight);
    for (std::size_t i = 0; i < count; ++i) {
      double decision = bias;
      for (std::size_t j = 0; j < features; ++j)
        decision += weights[j] * columns[j * count + i];
      const double slack = std::max(0.0, 1 - signs[i] * decision);
      sum += cost * slack * slack;
    }
    return sum;
  }
};

TEST(SparseSvm, is_a_minimum_in_every_direction) {
  for (const auto& [rows, features] :
       {std::pair<std::size_t, std::size_t>{80, 6}, {50, 120}, {20, 20}}) {
    const Rows made(rows, features);
    const SparseSvmProblem problem = made.problem();
    for (const double cost : {1e-4, 0.1, 1.0, 50.0, 1e5}) {
      SparseSvm machine(problem, {});
      EXPECT_TRUE(machine.solve(cost));
      const std::vector<double> best(machine.weights().begin(), machine.weights().end());
      const double least = made.objective(best, machine.bias(), cost);
      EXPECT_NEAR(machine.objective(), least, 1e-11 * least);
      for (std::size_t j = 0; j < features; ++j) {
        for (const double step : {-1e-4, 1e-4}) {
          auto other = best;
          other[j] += step;
          EXPECT_GE(made.objective(other, machine.bias(), cost), least * (1 - 1e-13));
        }
      }
    }
  }
}

TEST(SparseSvm, does_not_depend_on_where_it_starts) {
  const Rows made(60, 100);
  const SparseSvmProblem problem = made.problem();
  SparseSvm warm(problem, {});
  for (double cost = warm.least_cost(); cost < 10; cost *= 1.5)
    EXPECT_TRUE(warm.solve(cost));
  warm.solve(2);
  SparseSvm cold(problem, {});
  cold.solve(2);
  for (std::size_t j = 0; j < 100; ++j)
    EXPECT_NEAR(warm.weights()[j], cold.weights()[j], 1e-10);
}

TEST(SparseSvm, needs_no_inner_products) {
  const Rows made(60, 40);
  const SparseSvmProblem problem = made.problem();
  SparseSvmProblem without = problem;
  without.most_products = 3;  // with few active features they are kept again
  SparseSvm machine(problem, {});
  SparseSvm other(without, {});
  for (const double cost : {0.05, 1.0, 5.0}) {
    machine.solve(cost);
    EXPECT_TRUE(other.solve(cost));
    EXPECT_NEAR(other.objective(), machine.objective(), 1e-9 * machine.objective());
  }
}

TEST(SparseSvm, has_no_weights_up_to_the_least_cost) {
  const Rows made(60, 10);
  const SparseSvmProblem problem = made.problem();
  SparseSvm machine(problem, {});
  const double least = machine.least_cost();
  machine.solve(0.999 * least);
  EXPECT_EQ(machine.objective(), machine.loss());
  machine.solve(1.001 * least);
  EXPECT_GT(machine.objective(), machine.loss());
}

}  // namespace
}  // namespace pith::learn
