// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"
#include "tests/support/regression_twin.h"

namespace pith {
namespace {

using Real = long double;

Real pearson(const std::vector<double>& x, const std::vector<double>& y) {
  const twin::Vector a = twin::centred(x);
  const twin::Vector b = twin::centred(y);
  return twin::dot(a, b) / std::sqrt(twin::dot(a, a) * twin::dot(b, b));
}

std::vector<double> ranks(const std::vector<double>& x) {
  std::vector<double> found;
  for (const double value : x) {
    double rank = 0.5;
    for (const double other : x)
      rank += other < value ? 1 : other == value ? 0.5 : 0;
    found.push_back(rank);
  }
  return found;
}

/// Distances between rows, centred twice.
std::vector<twin::Vector> centred_distances(const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<twin::Vector> a(n, twin::Vector(n));
  twin::Vector means(n);
  Real mean = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      a[i][j] = std::abs(Real(x[i]) - x[j]);
      means[i] += a[i][j] / Real(n);
      mean += a[i][j] / Real(n * n);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      a[i][j] += mean - means[i] - means[j];
  }
  return a;
}

Real distance_product(const std::vector<twin::Vector>& a, const std::vector<twin::Vector>& b) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += twin::dot(a[i], b[i]);
  return sum;
}

Real distance_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto a = centred_distances(x);
  const auto b = centred_distances(y);
  return std::sqrt(distance_product(a, b) /
                   std::sqrt(distance_product(a, a) * distance_product(b, b)));
}

/// With ties among the features and in the target.
NumericExample tied_example() {
  NumericExample made = numeric_example(60, 6);
  for (std::size_t j = 0; j < 3; ++j) {
    for (double& value : made.features[j])
      value = std::floor(4 * value);
  }
  for (double& value : made.target)
    value = std::floor(4 * value);
  return made;
}

void expect_scores(const Selection& found, const NumericExample& made,
                   Real (*expected)(const std::vector<double>&, const std::vector<double>&)) {
  ASSERT_EQ(found.ranking.size(), made.features.size());
  for (const Ranked& entry : found.ranking) {
    const auto value = static_cast<double>(expected(made.features[entry.feature], made.target));
    EXPECT_NEAR(entry.score, std::abs(value), 1e-13) << entry.name;
  }
}

TEST(Correlation, agrees_with_its_definitions) {
  for (const NumericExample& made : {numeric_example(60, 6), tied_example()}) {
    const Table table = numeric_table_of(made.features, made.target);
    expect_scores(select(table, "correlation", 6), made, pearson);
    expect_scores(select(table, "correlation", 6, {{"kind", "spearman"}}), made,
                  [](const auto& x, const auto& y) { return pearson(ranks(x), ranks(y)); });
    expect_scores(select(table, "correlation", 6, {{"kind", "distance"}}), made,
                  distance_correlation);
  }
}

TEST(Correlation, scores_are_absolute_values) {
  NumericExample made = numeric_example(60, 2);
  made.features[0] = made.target;
  for (double& value : made.features[0])
    value = -value;
  const Table table = numeric_table_of(made.features, made.target);
  for (const std::string kind : {"pearson", "spearman", "distance"}) {
    const Selection found = select(table, "correlation", 1, {{"kind", kind}});
    EXPECT_EQ(found.selected[0].name, "x0");
    EXPECT_NEAR(found.selected[0].score, 1, 1e-14) << kind;
  }
}

TEST(Correlation, treats_two_classes_as_0_and_1) {
  const NumericExample made = numeric_example(60, 5);
  Classes classes;
  std::vector<double> numbers;
  for (const double value : made.target) {
    classes.push_back(value > 1 ? 1 : 0);
    numbers.push_back(classes.back());
  }
  for (const std::string kind : {"pearson", "spearman", "distance"}) {
    const Selection expected =
        select(numeric_table_of(made.features, numbers), "correlation", 5, {{"kind", kind}});
    const Selection found =
        select(table_of(made.features, classes), "correlation", 5, {{"kind", kind}});
    EXPECT_EQ(found.features(), expected.features());
    for (std::size_t i = 0; i < 5; ++i)
      EXPECT_NEAR(found.selected[i].score, expected.selected[i].score, 1e-13) << kind;
  }
}

TEST(Correlation, only_the_distance_correlation_finds_a_symmetric_relation) {
  Values features(2);
  std::vector<double> target;
  for (int i = -20; i <= 20; ++i) {
    features[0].push_back(i % 3);
    features[1].push_back(i);
    target.push_back(i * i);
  }
  const Table table = numeric_table_of(features, target);
  EXPECT_NEAR(select(table, "correlation", 2).selected.back().score, 0, 1e-15);
  const Selection found = select(table, "correlation", 1, {{"kind", "distance"}});
  EXPECT_EQ(found.selected[0].name, "x1");
  EXPECT_GT(found.selected[0].score, 0.4);
}

}  // namespace
}  // namespace pith
