// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/anova.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pith/base/random.h"

namespace pith {
inline namespace measure {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

ClassMoments moments_of(const std::vector<double>& numbers, const std::vector<std::uint32_t>& codes,
                        std::size_t classes, const std::vector<double>& weights = {}) {
  ClassMoments moments(classes);
  moments.update(numbers, Column::from_codes(codes, std::vector<std::string>(classes, "c")),
                 weights);
  return moments;
}

/// Class 0: 1 2 3 (mean 2, D 2); class 1: 5 7 (mean 6, D 2).
ClassMoments two_classes() {
  return moments_of({1, 2, 3, 5, 7}, {0, 0, 0, 1, 1}, 2);
}

/// Besides those, class 2: 4 4 10 (mean 6, D 24).
ClassMoments three_classes() {
  return moments_of({1, 2, 3, 5, 7, 4, 4, 10}, {0, 0, 0, 1, 1, 2, 2, 2}, 3);
}

/// Every measure of a feature, to state what holds for all of them.
std::vector<double> all_of(const ClassMoments& moments) {
  std::vector<double> values{fisher_scatter(moments), fisher_pairwise(moments), anova_f(moments)};
  for (const Variance variance : {Variance::welch, Variance::pooled}) {
    values.push_back(t_of_pairs(moments, variance));
    values.push_back(t_of_rest(moments, variance).max);
    values.push_back(t_of_rest(moments, variance).mean);
  }
  return values;
}

TEST(Anova, of_two_hand_made_classes) {
  // Mean of all 3.6; between 3 x 1.6^2 + 2 x 2.4^2 = 19.2, within 4.
  EXPECT_NEAR(fisher_scatter(two_classes()), 19.2 / 4, 1e-14);
  EXPECT_NEAR(fisher_pairwise(two_classes()), 16 / (2.0 / 3 + 1), 1e-14);
  EXPECT_NEAR(anova_f(two_classes()), 19.2 / (4.0 / 3), 1e-13);
  EXPECT_NEAR(t_of_pairs(two_classes(), Variance::welch), 4 / std::sqrt(1.0 / 3 + 1), 1e-14);
  EXPECT_NEAR(t_of_pairs(two_classes(), Variance::pooled),
              4 / std::sqrt(4.0 / 3 * (1.0 / 3 + 1.0 / 2)), 1e-14);
}

TEST(Anova, of_two_classes_f_is_the_square_of_pooled_t) {
  const double t = t_of_pairs(two_classes(), Variance::pooled);
  EXPECT_NEAR(anova_f(two_classes()), t * t, 1e-12);
}

TEST(Anova, of_three_classes_takes_the_mean_over_pairs) {
  const double first = 4 / std::sqrt(1.0 / 3 + 1);
  const double second = 4 / std::sqrt(1.0 / 3 + 12.0 / 3);
  EXPECT_NEAR(t_of_pairs(three_classes(), Variance::welch), (first + second + 0) / 3, 1e-14);
  EXPECT_NEAR(fisher_pairwise(three_classes()), (16 / (2.0 / 3 + 1) + 16 / (2.0 / 3 + 8)) / 3,
              1e-14);
}

TEST(Anova, of_one_class_against_the_rest_equals_two_classes) {
  const RestT rest = t_of_rest(three_classes(), Variance::welch);
  double sum = 0;
  double max = 0;
  for (const std::uint32_t one : {0U, 1U, 2U}) {
    std::vector<std::uint32_t> codes{0, 0, 0, 1, 1, 2, 2, 2};
    for (std::uint32_t& code : codes)
      code = code == one ? 1 : 0;
    const double t = t_of_pairs(moments_of({1, 2, 3, 5, 7, 4, 4, 10}, codes, 2), Variance::welch);
    sum += t;
    max = std::max(max, t);
  }
  EXPECT_NEAR(rest.mean, sum / 3, 1e-13);
  EXPECT_NEAR(rest.max, max, 1e-13);
}

TEST(Anova, of_a_constant_is_zero) {
  for (const double value : {0.0, 0.1, -7e9, 1e-300}) {
    const std::vector<double> constant(9, value);
    for (const double score : all_of(moments_of(constant, {0, 0, 0, 1, 1, 2, 2, 2, 2}, 3))) {
      EXPECT_EQ(score, 0) << value;
    }
  }
}

TEST(Anova, of_a_perfect_separation_is_infinite) {
  for (const double score : all_of(moments_of({0.1, 0.1, 0.1, 0.7, 0.7}, {0, 0, 0, 1, 1}, 2))) {
    EXPECT_EQ(score, inf);
  }
}

TEST(Anova, is_never_nan) {
  const double huge = std::numeric_limits<double>::max();
  const std::vector<std::vector<double>> columns{
      {huge, -huge, huge, 0}, {1e200, 1, 1, 1}, {1e-320, 0, 0, 1e-322}, {1, 2, 3, 4}};
  const std::vector<std::vector<std::uint32_t>> targets{{0, 0, 1, 1}, {0, 1, 1, 1}, {0, 1, 2, 3}};
  for (const auto& numbers : columns) {
    for (const auto& codes : targets) {
      for (const double score : all_of(moments_of(numbers, codes, 4))) {
        EXPECT_FALSE(std::isnan(score));
        EXPECT_GE(score, 0);
      }
    }
  }
}

TEST(Anova, two_classes_of_one_row_do_not_make_every_feature_perfect) {
  const std::vector<std::uint32_t> codes{0, 0, 0, 1, 2};
  const ClassMoments noise = moments_of({1, 2, 3, 2.5, 1.5}, codes, 3);
  EXPECT_LT(fisher_pairwise(noise), inf);
  EXPECT_LT(t_of_pairs(noise, Variance::welch), inf);
  EXPECT_LT(t_of_pairs(noise, Variance::pooled), inf);
}

TEST(Anova, does_not_change_with_unit_and_origin) {
  const Random random(2, 0);
  std::vector<double> numbers(60);
  std::vector<std::uint32_t> codes(60);
  std::vector<double> moved(60);
  for (std::size_t row = 0; row < 60; ++row) {
    codes[row] = static_cast<std::uint32_t>(row % 3);
    numbers[row] = random.uniform(row) + 0.2 * codes[row];
    moved[row] = 1e6 - 8 * numbers[row];
  }
  const auto before = all_of(moments_of(numbers, codes, 3));
  const auto after = all_of(moments_of(moved, codes, 3));
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(after[i] / before[i], 1, 1e-8);
}

TEST(Anova, counts_weights_as_repetition_and_ignores_weight_zero) {
  const auto weighted = all_of(moments_of({1, 2, 5, 7, 99}, {0, 0, 1, 1, 2}, 3, {2, 1, 3, 1, 0}));
  const auto repeated = all_of(moments_of({1, 1, 2, 5, 5, 5, 7}, {0, 0, 0, 1, 1, 1, 1}, 2));
  for (std::size_t i = 0; i < weighted.size(); ++i)
    EXPECT_NEAR(weighted[i], repeated[i], 1e-12 * repeated[i]);
}

}  // namespace
}  // namespace measure
}  // namespace pith
