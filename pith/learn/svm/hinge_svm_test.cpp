// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/hinge_svm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <string>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/learn/svm/kernel_svm.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

/// Rows, signs and costs of a machine.
struct Sample {
  std::vector<std::vector<double>> rows;
  std::vector<double> signs;
  std::vector<double> costs;

  std::size_t size() const { return rows.size(); }
  std::size_t columns() const { return rows.front().size(); }
  std::vector<double> gram() const {
    std::vector<double> numbers;
    for (const auto& a : rows) {
      for (const auto& b : rows)
        numbers.push_back(std::inner_product(a.begin(), a.end(), b.begin(), 0.0));
    }
    return numbers;
  }
};

/// Two clouds whose centres are `distance` apart in every column.
Sample clouds_of(std::size_t rows, std::size_t columns, double distance, double cost,
                 std::uint64_t seed) {
  Sample made;
  for (std::size_t row = 0; row < rows; ++row) {
    const Random random(seed, row);
    made.signs.push_back(row % 2 == 0 ? 1.0 : -1.0);
    made.costs.push_back(cost);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < columns; ++i)
      numbers.push_back(random.uniform(2 * i) + random.uniform(2 * i + 1) - 1 +
                        0.5 * distance * made.signs.back());
    made.rows.push_back(std::move(numbers));
  }
  return made;
}

void solve(HingeSvm& machine, const Sample& sample, const Context& context = {}) {
  const std::vector<double> gram = sample.gram();
  machine.solve(MatrixView<const double>::row_major(gram.data(), sample.size(), sample.size()),
                context);
}

HingeSvm solved(const Sample& sample) {
  HingeSvm machine(sample.signs, sample.costs);
  solve(machine, sample);
  return machine;
}

std::vector<double> weights_of(const HingeSvm& machine, const Sample& sample) {
  std::vector<double> weights(sample.columns());
  for (std::size_t row = 0; row < sample.size(); ++row) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      weights[i] += machine.coefficients()[row] * sample.rows[row][i];
  }
  return weights;
}

/// Feasible, complementary, and without a gap between the objectives.
void expect_optimal(const HingeSvm& machine, const Sample& sample) {
  const std::vector<double> weights = weights_of(machine, sample);
  double sum = 0;
  double primal = 0.5 * std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
  double dual = -primal;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double alpha = sample.signs[i] * machine.coefficients()[i];
    const double value = machine.bias() + std::inner_product(weights.begin(), weights.end(),
                                                             sample.rows[i].begin(), 0.0);
    const double margin = sample.signs[i] * value;
    EXPECT_GE(alpha, 0);
    EXPECT_LE(alpha, sample.costs[i]);
    if (alpha > 0) {
      EXPECT_LE(margin, 1 + 1e-6);
    }
    if (alpha < sample.costs[i]) {
      EXPECT_GE(margin, 1 - 1e-6);
    }
    sum += machine.coefficients()[i];
    primal += sample.costs[i] * std::max(0.0, 1 - margin);
    dual += alpha;
  }
  const double scale = *std::max_element(sample.costs.begin(), sample.costs.end());
  EXPECT_NEAR(sum, 0, 1e-12 * (1 + scale));
  EXPECT_LE(machine.violation(), 1e-6);
  EXPECT_NEAR(primal, dual, 1e-8 * (1 + std::abs(dual)));
  EXPECT_NEAR(machine.primal_objective(), primal, 1e-8 * (1 + primal));
  EXPECT_NEAR(machine.dual_objective(), dual, 1e-8 * (1 + primal));
}

TEST(HingeSvm, finds_the_closed_form_of_two_points) {
  // Points at a and b: w = 2 (a - b) / |a - b|^2, unless the cost is too small for that.
  for (const double cost : {100.0, 0.01}) {
    const Sample sample{{{1, 2}, {-1, 5}}, {1, -1}, {cost, cost}};
    const HingeSvm machine = solved(sample);
    const double alpha = std::min(cost, 2.0 / 13);
    const std::vector<double> weights = weights_of(machine, sample);
    EXPECT_NEAR(weights[0], 2 * alpha, 1e-14);
    EXPECT_NEAR(weights[1], -3 * alpha, 1e-14);
    expect_optimal(machine, sample);
  }
}

TEST(HingeSvm, is_optimal_whether_classes_are_separable_or_not) {
  for (const double cost : {1e-3, 1.0, 100.0}) {
    for (const double distance : {0.0, 0.3, 2.0}) {
      for (const std::size_t columns : {1U, 4U, 30U, 200U}) {
        const Sample sample = clouds_of(70, columns, distance, cost, columns);
        SCOPED_TRACE(std::to_string(columns) + " columns at cost " + std::to_string(cost));
        expect_optimal(solved(sample), sample);
      }
    }
  }
}

TEST(HingeSvm, is_optimal_where_rows_repeat_and_contradict_each_other) {
  Sample sample = clouds_of(40, 3, 0.5, 1, 8);
  for (std::size_t row = 0; row < 20; ++row) {
    sample.rows[row + 20] = sample.rows[row];
    if (row < 10) sample.signs[row + 20] = -sample.signs[row];
  }
  expect_optimal(solved(sample), sample);
  for (auto& row : sample.rows)
    std::transform(row.begin(), row.end(), row.begin(), [](double x) { return std::round(x); });
  expect_optimal(solved(sample), sample);
  for (auto& row : sample.rows)
    std::fill(row.begin(), row.end(), 0.0);
  expect_optimal(solved(sample), sample);
}

TEST(HingeSvm, agrees_with_libsvm) {
  for (const double distance : {0.1, 0.5, 1.5}) {
    for (const std::size_t columns : {2U, 10U, 90U}) {
      const Sample sample = clouds_of(60, columns, distance, 1, 5 + columns);
      Rows rows{.columns = columns, .class_count = 2};
      for (std::size_t row = 0; row < sample.size(); ++row) {
        rows.numbers.insert(rows.numbers.end(), sample.rows[row].begin(), sample.rows[row].end());
        rows.classes.push_back(sample.signs[row] > 0 ? 1 : 0);
      }
      const auto model =
          fit_kernel_svm(rows.examples(), {.kernel = Kernel::linear, .tolerance = 1e-5});
      const std::vector<double> scores = scores_of(*model, rows.view(), 2);
      const HingeSvm machine = solved(sample);
      const std::vector<double> weights = weights_of(machine, sample);
      for (std::size_t row = 0; row < sample.size(); ++row) {
        const double value = machine.bias() + std::inner_product(weights.begin(), weights.end(),
                                                                 sample.rows[row].begin(), 0.0);
        EXPECT_NEAR(value, scores[2 * row + 1], 2e-4);
      }
    }
  }
}

TEST(HingeSvm, takes_a_cost_as_repetition) {
  for (const std::size_t columns : {2U, 8U, 60U}) {
    Sample weighted = clouds_of(50, columns, 0.4, 1, 11);
    Sample repeated{{}, {}, {}};
    for (std::size_t row = 0; row < weighted.size(); ++row) {
      const std::size_t times = row % 4;
      weighted.costs[row] = static_cast<double>(times);
      for (std::size_t i = 0; i < times; ++i) {
        repeated.rows.push_back(weighted.rows[row]);
        repeated.signs.push_back(weighted.signs[row]);
        repeated.costs.push_back(1);
      }
    }
    const std::vector<double> a = weights_of(solved(weighted), weighted);
    const std::vector<double> b = weights_of(solved(repeated), repeated);
    for (std::size_t i = 0; i < columns; ++i)
      EXPECT_NEAR(a[i], b[i], 1e-12 * (1 + std::abs(a[i])));
  }
}

TEST(HingeSvm, follows_a_matrix_that_loses_columns) {
  for (const double distance : {0.2, 1.0}) {
    Sample sample = clouds_of(60, 90, distance, 1, 3);
    HingeSvm machine(sample.signs, sample.costs);
    solve(machine, sample);
    while (sample.columns() > 1) {
      std::vector<double> lost;
      for (auto& row : sample.rows) {
        lost.push_back(row.back());
        row.pop_back();
      }
      machine.lose(lost);
      solve(machine, sample);
      if (sample.columns() % 10 != 1) continue;
      expect_optimal(machine, sample);
      const HingeSvm cold = solved(sample);
      EXPECT_NEAR(machine.dual_objective(), cold.dual_objective(),
                  1e-11 * (1 + cold.dual_objective()));
    }
  }
}

/// What is left is small beside what the matrix was: dependent rows must be told from others.
TEST(HingeSvm, is_optimal_when_small_columns_are_left) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Sample sample = clouds_of(50, 80, 0.1, 1, seed);
    for (auto& row : sample.rows) {
      for (std::size_t i = 8; i < row.size(); ++i)
        row[i] *= 100;
    }
    HingeSvm machine(sample.signs, sample.costs);
    solve(machine, sample);
    while (sample.columns() > 1) {
      std::vector<double> lost;
      for (auto& row : sample.rows) {
        lost.push_back(row.back());
        row.pop_back();
      }
      machine.lose(lost);
      solve(machine, sample);
      SCOPED_TRACE(std::to_string(sample.columns()) + " columns, seed " + std::to_string(seed));
      expect_optimal(machine, sample);
    }
  }
}

TEST(HingeSvm, stops_when_told) {
  const Sample sample = clouds_of(300, 20, 0.1, 1000, 2);
  std::stop_source stop;
  stop.request_stop();
  HingeSvm machine(sample.signs, sample.costs);
  EXPECT_THROW(solve(machine, sample, {.stop = stop.get_token()}), Error);
}

}  // namespace
}  // namespace pith
