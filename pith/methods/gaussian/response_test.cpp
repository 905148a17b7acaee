// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/response.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/methods/gaussian/ledoit_wolf.h"
#include "pith/select/select.h"
#include "pith/stats/normal_scores.h"
#include "tests/support/numeric_examples.h"
#include "tests/support/regression_twin.h"

namespace pith {
namespace {

using Matrix = std::vector<std::vector<long double>>;

/// The correlations of some columns, all but the diagonal times `share`.
Matrix correlations(const Values& columns, long double share) {
  std::vector<twin::Vector> centred;
  for (const auto& column : columns)
    centred.push_back(twin::centred(column));
  Matrix matrix(columns.size(), std::vector<long double>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const long double r =
          twin::dot(centred[i], centred[j]) /
          std::sqrt(twin::dot(centred[i], centred[i]) * twin::dot(centred[j], centred[j]));
      matrix[i][j] = i == j ? 1 : share * r;
    }
  }
  return matrix;
}

long double log_determinant(Matrix matrix) {
  long double sum = 0;
  for (std::size_t p = 0; p < matrix.size(); ++p) {
    sum += std::log(matrix[p][p]);
    for (std::size_t i = p + 1; i < matrix.size(); ++i) {
      const long double factor = matrix[i][p] / matrix[p][p];
      for (std::size_t j = p; j < matrix.size(); ++j)
        matrix[i][j] -= factor * matrix[p][j];
    }
  }
  return sum;
}

/// 1/2 (log |C_S| + log |C_Y| - log |C_SY|).
double information(const Values& features, const Values& targets, double shrinkage = 0) {
  Values all = features;
  all.insert(all.end(), targets.begin(), targets.end());
  const long double share = 1 - static_cast<long double>(shrinkage);
  return static_cast<double>((log_determinant(correlations(features, share)) +
                              log_determinant(correlations(targets, share)) -
                              log_determinant(correlations(all, share))) /
                             2);
}

/// Greedy search by that formula; the first of equals wins.
void expect_twin(const Selection& found, const Values& features, const Values& targets,
                 double shrinkage = 0) {
  Values set;
  std::vector<char> is_taken(features.size());
  for (const Selected& step : found.selected) {
    double best = -1;
    Feature winner = 0;
    for (Feature j = 0; j < features.size(); ++j) {
      if (is_taken[j] != 0) continue;
      set.push_back(features[j]);
      const double value = information(set, targets, shrinkage);
      set.pop_back();
      if (value > best + 1e-12) {
        best = value;
        winner = j;
      }
    }
    EXPECT_EQ(step.feature, winner);
    EXPECT_NEAR(step.score, best, 1e-10);
    is_taken[winner] = 1;
    set.push_back(features[winner]);
  }
}

Table with_targets(const Values& features, const Values& targets) {
  TableParts parts = numeric_table_of(features, targets.front()).parts();
  for (std::size_t t = 1; t < targets.size(); ++t)
    parts.more_targets.push_back({"y" + std::to_string(t), Column::from_numbers(targets[t])});
  return Table(std::move(parts));
}

Values more_targets(const NumericExample& made, std::size_t count) {
  Values targets{made.target};
  for (std::size_t t = 1; t < count; ++t) {
    targets.push_back(made.features[t]);
    for (std::size_t row = 0; row < made.target.size(); ++row)
      targets[t][row] += Random(7, t).uniform(row) - made.target[row] / 2;
  }
  return targets;
}

double normal(std::uint64_t seed, std::size_t row) {
  return std::sqrt(-2 * std::log(1 - Random(seed, 0).uniform(row))) *
         std::cos(6.283185307179586 * Random(seed, 1).uniform(row));
}

TEST(GaussianResponse, is_the_information_of_r_squared) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const NumericExample made = numeric_example(70, 9, seed);
    const Selection found = select(numeric_table_of(made.features, made.target), "gc-mi", 9);
    ASSERT_EQ(found.selected.size(), 9U);
    expect_twin(found, made.features, {made.target});
    std::vector<twin::Vector> columns;
    const twin::Vector y = twin::centred(made.target);
    for (const Selected& step : found.selected) {
      columns.push_back(twin::centred(made.features[step.feature]));
      const twin::Vector left = twin::residual(columns, y);
      const long double r2 = 1 - twin::dot(left, left) / twin::dot(y, y);
      EXPECT_NEAR(step.score, static_cast<double>(-std::log(1 - r2) / 2), 1e-12);
    }
    EXPECT_EQ(found.diagnostics.front().name, "r2");
    EXPECT_NEAR(-std::log1p(-found.diagnostics.front().value) / 2, found.selected.back().score,
                1e-12);
  }
}

TEST(GaussianResponse, estimates_the_information_of_a_linear_gaussian_model) {
  // y = 0.6 a + 0.8 noise: R2 = 0.36.
  NumericExample made;
  made.features.resize(2);
  for (std::size_t row = 0; row < 40000; ++row) {
    made.features[0].push_back(normal(3, row));
    made.features[1].push_back(normal(1, row));
    made.target.push_back(0.6 * made.features[1].back() + 0.8 * normal(2, row));
  }
  const Selection found = select(numeric_table_of(made.features, made.target), "gc-mi", 1);
  EXPECT_EQ(found.selected[0].name, "x1");
  EXPECT_NEAR(found.selected[0].score, -0.5 * std::log(1 - 0.36), 0.01);
}

TEST(GaussianResponse, takes_a_vector_of_targets) {
  const NumericExample made = numeric_example(60, 8);
  const Values targets = more_targets(made, 3);
  const Selection found = select(with_targets(made.features, targets), "gc-mi", 8);
  ASSERT_EQ(found.selected.size(), 8U);
  expect_twin(found, made.features, targets);
}

TEST(GaussianResponse, ignores_targets_that_depend_linearly_on_others) {
  const NumericExample made = numeric_example(60, 6);
  Values targets = more_targets(made, 2);
  const Selection expected = select(with_targets(made.features, targets), "gc-mi", 6);
  targets.push_back(targets[0]);
  for (std::size_t row = 0; row < 60; ++row)
    targets[2][row] = 3 * targets[0][row] - targets[1][row] / 2;
  const Selection found = select(with_targets(made.features, targets), "gc-mi", 6);
  EXPECT_EQ(found.features(), expected.features());
  EXPECT_NEAR(found.selected.back().score, expected.selected.back().score, 1e-9);
}

TEST(GaussianResponse, shrinks_the_covariance_towards_its_diagonal) {
  const NumericExample made = numeric_example(60, 7);
  const Table table = numeric_table_of(made.features, made.target);
  expect_twin(select(table, "gc-mi", 7, {{"shrinkage", "0.3"}}), made.features, {made.target}, 0.3);
  const Table joint = features_and_targets(table);
  const TableSource source(joint);
  const double share = diagonal_share(joint, *source.scatter(Storage::float64, {}), {});
  EXPECT_GT(share, 0);
  EXPECT_LT(share, 1);
  const Selection estimated = select(table, "gc-mi", 7, {{"shrinkage", "ledoit-wolf"}});
  expect_twin(estimated, made.features, {made.target}, share);
}

TEST(GaussianResponse, estimates_the_share_of_the_diagonal_by_its_definition) {
  const NumericExample made = numeric_example(50, 4);
  Values columns = made.features;
  columns.push_back(made.target);
  const Matrix r = correlations(columns, 1);
  long double noise = 0;
  long double squares = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (i == j) continue;
      const twin::Vector a = twin::centred(columns[i]);
      const twin::Vector b = twin::centred(columns[j]);
      long double mixed = 0;
      for (std::size_t row = 0; row < 50; ++row)
        mixed += a[row] * a[row] * b[row] * b[row];
      mixed *= 50 / (twin::dot(a, a) * twin::dot(b, b));
      noise += (mixed - r[i][j] * r[i][j]) / 50;
      squares += r[i][j] * r[i][j];
    }
  }
  const Table joint = features_and_targets(numeric_table_of(made.features, made.target));
  const TableSource source(joint);
  EXPECT_NEAR(diagonal_share(joint, *source.scatter(Storage::float64, {}), {}),
              static_cast<double>(noise / squares), 1e-12);
}

TEST(GaussianResponse, uses_normal_scores_of_features_and_target_with_a_rank_copula) {
  const NumericExample made = numeric_example(80, 6);
  NumericExample bent = made;
  for (auto& column : bent.features) {
    for (double& number : column)
      number = std::exp(3 * number);
  }
  for (double& number : bent.target)
    number = number * number * number;
  const Settings rank{{"copula", "rank"}};
  const Selection expected = select(numeric_table_of(made.features, made.target), "gc-mi", 6, rank);
  const Selection found = select(numeric_table_of(bent.features, bent.target), "gc-mi", 6, rank);
  EXPECT_EQ(found.features(), expected.features());
  const Table scored =
      with_normal_scores(features_and_targets(numeric_table_of(made.features, made.target)), {});
  Values scores;
  for (Feature j = 0; j < 7; ++j) {
    const Numbers numbers = scored.feature(j).numbers();
    scores.emplace_back(numbers.begin(), numbers.end());
  }
  const std::vector<double> target = scores.back();
  scores.pop_back();
  expect_twin(found, scores, {target});
}

TEST(GaussianResponse, is_saturated_once_the_features_explain_the_target) {
  NumericExample made = numeric_example(40, 5);
  for (std::size_t row = 0; row < 40; ++row)
    made.target[row] = 2 * made.features[1][row] - made.features[3][row];
  const Table table = numeric_table_of(made.features, made.target);
  const Selection found = select(table, "gc-mi", 5);
  ASSERT_EQ(found.selected.size(), 5U);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < 5; ++i) {
    if (found.selected[i].feature == 1 || found.selected[i].feature == 3) order.push_back(i);
  }
  const double most = 0.5 * std::log(1e10);
  EXPECT_NEAR(found.selected[order[1]].score, most, 1e-6);
  EXPECT_NEAR(found.selected.back().score, most, 1e-6);
  EXPECT_NE(std::find_if(found.notes.begin(), found.notes.end(),
                         [](const std::string& note) {
                           return note.find("score saturated at rank") != std::string::npos;
                         }),
            found.notes.end());
  const Selection stopped = select(table, "gc-mi", 5, {{"fill", "stop"}});
  EXPECT_EQ(stopped.selected.size(), order[1] + 1);
  EXPECT_EQ(stopped.stopped, Stopped::no_gain);
  EXPECT_EQ(select(table, "gc-mi", 5, {{"fill", "random"}}).selected.size(), 5U);
}

TEST(GaussianResponse, skips_linear_combinations_and_constants) {
  NumericExample made = numeric_example(40, 3);
  made.features.push_back(made.features[0]);
  for (std::size_t row = 0; row < 40; ++row)
    made.features[3][row] += 2 * made.features[2][row];
  made.features.emplace_back(40, 7.0);
  const Selection found = select(numeric_table_of(made.features, made.target), "gc-mi", 5);
  EXPECT_EQ(found.selected.size(), 3U);
  EXPECT_EQ(found.stopped, Stopped::nothing_left);
  EXPECT_EQ(found.combinations.size(), 1U);
}

TEST(GaussianResponse, looks_ahead_without_changing_the_result) {
  // More features than the pool of the search, and few selected: columns are read in blocks.
  const NumericExample made = numeric_example(60, 150);
  const Selection found = select(numeric_table_of(made.features, made.target), "gc-mi", 12);
  expect_twin(found, made.features, {made.target});
}

TEST(GaussianResponse, rejects_parameters_that_concern_classes) {
  const NumericExample made = numeric_example(30, 4);
  const Table table = numeric_table_of(made.features, made.target);
  for (const Settings& settings : {Settings{{"cap", "false"}}, Settings{{"bounds", "true"}},
                                   Settings{{"priors", "equal"}}, Settings{{"shrinkage", "1"}}}) {
    try {
      (void)select(table, "gc-mi", 2, settings);
      FAIL() << settings[0].first;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("gc-mi with these parameters takes classes"),
                std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace pith
