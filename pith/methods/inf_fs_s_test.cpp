// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/random.h"
#include "pith/methods/graph/class_histogram.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Values = std::vector<std::vector<double>>;

/// Noise, and more and more of the class.
Table some_table(std::size_t classes) {
  const auto codes = random_codes(60, classes, 7);
  Values features(8);
  for (std::size_t f = 0; f < 8; ++f) {
    for (std::size_t row = 0; row < 60; ++row) {
      features[f].push_back(Random(8, f).uniform(row) + 0.3 * static_cast<double>(f) * codes[row]);
    }
  }
  return table_of(std::move(features), codes);
}

void stretch(std::vector<double>& numbers) {
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  const double low = *least;
  const double range = *most - low;
  for (double& number : numbers)
    number = (number - low) / range;
}

double moment(const std::vector<double>& numbers, double about, double power) {
  double sum = 0;
  for (const double number : numbers)
    sum += std::pow(number - about, power);
  return sum;
}

/// The matrix as it is written, and powers of it until they vanish.
std::vector<double> plain_weights(const Table& table, double a1, double a2, double a3) {
  const std::size_t n = table.features();
  std::vector<double> mi(n);
  std::vector<double> fisher(n);
  std::vector<double> sd(n);
  for (Feature f = 0; f < n; ++f) {
    std::vector<double> of[2];
    std::vector<double> all(table.feature(f).numbers().begin(), table.feature(f).numbers().end());
    for (std::size_t row = 0; row < all.size(); ++row)
      of[table.target().code(row)].push_back(all[row]);
    double variance = 0;
    double means[2];
    for (int c = 0; c < 2; ++c) {
      const auto count = static_cast<double>(of[c].size());
      means[c] = moment(of[c], 0, 1) / count;
      variance += moment(of[c], means[c], 2) / (count - 1);
    }
    fisher[f] = std::pow(means[0] - means[1], 2) / variance;
    const double mean = moment(all, 0, 1) / static_cast<double>(all.size());
    sd[f] = std::sqrt(moment(all, mean, 2));
    mi[f] = histogram_information(all, table.target());
  }
  stretch(mi);
  stretch(fisher);
  stretch(sd);
  std::vector<double> g(n * n);
  double row_sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      g[i * n + j] =
          0.5 * ((a1 + a2) * mi[j] + (a1 + a3) * fisher[i] + (a2 + a3) * std::max(sd[i], sd[j]));
      sum += g[i * n + j];
    }
    row_sum = std::max(row_sum, sum);
  }
  const double extra = 5e-6 * static_cast<double>(n);
  std::vector<double> weights(n, 1.0);
  std::vector<double> term(n, 1.0);
  for (int length = 0; length < 3000; ++length) {
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        next[i] += (1 - extra) / row_sum / (row_sum + extra) * g[i * n + j] * term[j];
      weights[i] += next[i];
    }
    term = std::move(next);
  }
  return weights;
}

TEST(InfFsS, gives_the_published_weights) {
  const Table table = some_table(2);
  const Selection found =
      select(table, "inf-fs-s", 8, {{"alpha1", "0.2"}, {"alpha2", "0.3"}, {"alpha3", "0.5"}});
  const std::vector<double> expected = plain_weights(table, 0.2, 0.3, 0.5);
  for (const Ranked& entry : found.ranking)
    EXPECT_NEAR(entry.score, expected[entry.feature], 1e-12);
  EXPECT_TRUE(std::is_sorted(found.ranking.begin(), found.ranking.end(),
                             [](const Ranked& a, const Ranked& b) { return a.score > b.score; }));
}

TEST(InfFsS, prefers_features_that_separate_the_classes_however_many) {
  for (const std::size_t classes : {2U, 4U}) {
    for (const char* normalization : {"published", "once"}) {
      const auto found =
          select(some_table(classes), "inf-fs-s", 8, {{"normalization", normalization}});
      EXPECT_EQ(found.features()[0], 7U);
      EXPECT_LT(found.ranking.back().feature, 3U);
    }
  }
}

TEST(InfFsS, normalized_once_sums_paths_that_matter) {
  const Selection found =
      select(some_table(2), "inf-fs-s", 8, {{"normalization", "once"}, {"damping", "0.5"}});
  EXPECT_EQ(found.diagnostics[1].name, "radius");
  // s = sum (r G)^l e is 1 on average for damping 1/2 were e the eigenvector.
  double sum = 0;
  for (const Ranked& entry : found.ranking)
    sum += entry.score / 8;
  EXPECT_NEAR(sum, 1, 0.3);
}

TEST(InfFsS, finds_the_radius_if_the_power_method_converges_slowly) {
  // f0 separates more and f1 informs more, so that G = [[1, 2], [0, 1]] / 2 has one eigenvector.
  const Values features{{-0.16, -0.30, -1.02, 0.45, 0.04, -0.39, 0.09,  0.26, 0.19, -0.59,
                         -0.48, -0.26, -0.40, 0.09, 0.88, -0.15, -0.52, 0.71, 0.35, 0.51},
                        {2.72,  2.45,  0.82, 1.21, 3.16,  -2.64, 3.71,  -0.35, 1.50, -7.96,
                         -4.13, -3.28, 1.48, 0.16, -1.10, 3.93,  -4.48, 1.25,  2.13, -1.09}};
  const std::vector<std::uint32_t> classes{0, 1, 1, 0, 1, 1, 0, 0, 0, 0,
                                           1, 1, 0, 0, 1, 1, 0, 0, 0, 1};
  const Selection found =
      select(table_of(features, classes), "inf-fs-s", 2,
             {{"alpha1", "1"}, {"alpha2", "0"}, {"alpha3", "0"}, {"normalization", "once"}});
  ASSERT_EQ(found.diagnostics[1].name, "radius");
  EXPECT_NEAR(found.diagnostics[1].value, 0.5, 1e-12);
  EXPECT_NEAR(found.ranking[0].score, 189, 1e-8);
  EXPECT_NEAR(found.ranking[1].score, 9, 1e-8);
}

TEST(InfFsS, ranks_constants_last) {
  Values features{{1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6}, {3, 1, 2, 3, 1, 2}};
  const Selection found = select(table_of(features, {0, 0, 0, 1, 1, 1}), "inf-fs-s", 3);
  EXPECT_EQ(found.ranking.back().feature, 0U);
  EXPECT_EQ(found.ranking.back().score, 0);
}

}  // namespace
}  // namespace pith
