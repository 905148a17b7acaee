// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/geometric_information.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace pith {
inline namespace measure {
namespace {

using Integers = std::vector<std::int32_t>;
using Codes = std::vector<std::uint32_t>;

/// Standard normals (Box and Muller).
double normal(const Random& random, std::uint64_t index) {
  return std::sqrt(-2 * std::log(1 - random.uniform(2 * index))) *
         std::cos(2 * std::acos(-1.0) * random.uniform(2 * index + 1));
}

struct Sample {
  Integers x;
  Integers y;
  Codes classes;

  IntegerColumns columns() const { return {x, y}; }
};

/// Ranks of normals with a correlation within two classes whose means differ; `step` > 0 rounds.
Sample correlated(std::size_t rows, double rho, std::uint64_t seed, double gap, double step = 0) {
  std::vector<double> x;
  std::vector<double> y;
  Sample made;
  for (std::size_t row = 0; row < rows; ++row) {
    made.classes.push_back(static_cast<std::uint32_t>(row % 2));
    const double mean = gap * static_cast<double>(row % 2);
    const double u = normal(Random(seed, 1), row);
    const double v = rho * u + std::sqrt(1 - rho * rho) * normal(Random(seed, 2), row);
    x.push_back(step > 0 ? std::floor(u / step) : u + mean);
    y.push_back(step > 0 ? std::floor(v / step) : v + mean);
  }
  made.x = doubled_ranks(x);
  made.y = doubled_ranks(y);
  return made;
}

double mean_of(const Sample& sample, const RowSplitter& splitter, std::size_t repetitions) {
  GeometricInformation information;
  RowSplit split;
  double sum = 0;
  for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
    splitter.draw(Random(5, 0), repetition, split);
    sum += information.global(sample.columns(), split);
  }
  return sum / static_cast<double>(repetitions);
}

TEST(DoubledRanks, count_the_values_below_and_not_above) {
  EXPECT_EQ(doubled_ranks(std::vector<double>{0.5, -3, 0.5, 9, 0.5}), (Integers{6, 2, 6, 10, 6}));
}

TEST(RowSplitter, halves_each_class_and_keeps_partners_in_it) {
  const Codes classes{0, 1, 0, 2, 1, 0, 1, 0, 1, 1, 0, 1};  // 5, 6 and 1
  const RowSplitter splitter(ClassSpan{classes, 3});
  EXPECT_EQ(splitter.half(), 5U);
  EXPECT_EQ(splitter.smallest_half(), 0U);
  RowSplit split;
  std::set<std::uint32_t> seen;
  for (std::uint64_t repetition = 0; repetition < 50; ++repetition) {
    splitter.draw(Random(1, 2), repetition, split);
    ASSERT_EQ(split.first.size(), 5U);
    ASSERT_EQ(split.second.size(), 5U);
    std::set<std::uint32_t> rows(split.first.begin(), split.first.end());
    rows.insert(split.second.begin(), split.second.end());
    EXPECT_EQ(rows.size(), 10U);
    EXPECT_EQ(rows.count(3), 0U);  // alone in its class
    seen.insert(rows.begin(), rows.end());
    Codes sorted = split.partner;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t k = 0; k < 5; ++k) {
      EXPECT_EQ(sorted[k], k);
      EXPECT_EQ(classes[split.second[k]], classes[split.second[split.partner[k]]]);
    }
  }
  EXPECT_EQ(seen.size(), 11U);  // the odd row is not always the same
}

TEST(RowSplitter, halves_all_rows_regardless_of_the_classes) {
  const Codes classes{0, 1, 0, 2, 1, 0, 1, 0, 1, 1, 0, 1, 0};
  const RowSplitter splitter(ClassSpan{classes, 3}, Halves::of_rows);
  EXPECT_EQ(splitter.half(), 6U);
  RowSplit split;
  std::set<std::uint32_t> left_out;
  std::set<std::size_t> sizes;  // of class 0 in the first half
  std::vector<double> in_first(13);
  constexpr std::size_t rounds = 2000;
  for (std::uint64_t repetition = 0; repetition < rounds; ++repetition) {
    splitter.draw(Random(1, 2), repetition, split);
    ASSERT_EQ(split.first.size(), 6U);
    ASSERT_EQ(split.second.size(), 6U);
    std::set<std::uint32_t> rows(split.first.begin(), split.first.end());
    rows.insert(split.second.begin(), split.second.end());
    ASSERT_EQ(rows.size(), 12U);
    for (std::uint32_t row = 0; row < 13; ++row) {
      if (rows.count(row) == 0) left_out.insert(row);
    }
    std::size_t zeros = 0;
    for (const std::uint32_t row : split.first) {
      in_first[row] += 1;
      zeros += classes[row] == 0 ? 1 : 0;
    }
    sizes.insert(zeros);
    Codes sorted = split.partner;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t k = 0; k < 6; ++k) {
      ASSERT_EQ(sorted[k], k);
      ASSERT_EQ(classes[split.second[k]], classes[split.second[split.partner[k]]]);
    }
  }
  EXPECT_EQ(left_out.size(), 13U);
  EXPECT_GT(sizes.size(), 4U);
  for (const double count : in_first)
    EXPECT_NEAR(count / rounds, 6.0 / 13, 0.06);  // five deviations
}

TEST(GridPair, keeps_the_proportions_of_two_columns) {
  GridPair grid;
  grid.place(std::vector<double>{-1, 0, 3}, std::vector<double>{7, 7.5, 6});
  EXPECT_EQ(grid.x, (Integers{0, 1 << 26U, 1 << 28U}));
  EXPECT_EQ(grid.y, (Integers{1 << 26U, 3 << 25U, 0}));
}

TEST(GridPair, has_room_for_any_finite_numbers) {
  constexpr double most = std::numeric_limits<double>::max();
  constexpr double least = std::numeric_limits<double>::denorm_min();
  GridPair grid;
  grid.place(std::vector<double>{-most, most, 0}, std::vector<double>{0, 1, 2});
  EXPECT_EQ(grid.x[0], 0);
  EXPECT_GE(grid.x[1], 1 << 28U);
  EXPECT_LE(grid.x[1], 1 << 29U);
  EXPECT_EQ(grid.y, (Integers{0, 0, 0}));
  grid.place(std::vector<double>{0, 8 * least, 4 * least}, std::vector<double>{1, 1, 1});
  EXPECT_EQ(grid.x, (Integers{0, 1 << 28U, 1 << 27U}));
  grid.place(std::vector<double>{5, 5, 5}, std::vector<double>{1, 1, 1});
  EXPECT_EQ(grid.x, (Integers{0, 0, 0}));
}

TEST(RowSplitter, is_a_pure_function_of_stream_and_repetition) {
  const RowSplitter splitter(40);
  RowSplit a;
  RowSplit b;
  splitter.draw(Random(1, 2), 3, a);
  splitter.draw(Random(1, 2), 3, b);
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.partner, b.partner);
  for (const auto& [seed, stream, repetition] :
       {std::tuple{1U, 2U, 4U}, std::tuple{1U, 3U, 3U}, std::tuple{2U, 2U, 3U}}) {
    splitter.draw(Random(seed, stream), repetition, b);
    EXPECT_NE(a.first, b.first);
    EXPECT_NE(a.partner, b.partner);
  }
}

/// 8 rows: which of them comes into the first half, and who is whose partner, is uniform.
TEST(RowSplitter, draws_halves_and_partners_evenly) {
  const RowSplitter splitter(8);
  std::vector<double> in_first(8);
  std::vector<double> partners(16);
  RowSplit split;
  constexpr std::size_t rounds = 4000;
  for (std::size_t round = 0; round < rounds; ++round) {
    splitter.draw(Random(3, 0), round, split);
    for (const std::uint32_t row : split.first)
      in_first[row] += 1;
    for (std::size_t k = 0; k < 4; ++k)
      partners[4 * k + split.partner[k]] += 1;
  }
  for (const double count : in_first)
    EXPECT_NEAR(count / rounds, 0.5, 0.04);  // five deviations
  for (const double count : partners)
    EXPECT_NEAR(count / rounds, 0.25, 0.035);
}

/// A square whose corners are a point (0,0), a point (1,1), and what tearing them makes of two
/// others; all edges join different halves, or coincide.
TEST(GeometricInformation, of_four_rows_by_hand) {
  const Integers x{0, 1, 0, 1};
  const Integers y{0, 1, 0, 1};
  const RowSplit torn{{0, 1}, {2, 3}, {1, 0}};
  const RowSplit whole{{0, 1}, {2, 3}, {0, 1}};
  GeometricInformation information;
  // Four places; edges (0,0)-(0,1), (0,0)-(1,0), (0,1)-(1,1), all between halves: 1 - 3 / 2.
  EXPECT_DOUBLE_EQ(information.global({x, y}, torn), -0.5);
  // Two places with one of each half, 2 * 1 * 1 / 2 edges each; the edge between them crosses in
  // half of the cases.
  EXPECT_DOUBLE_EQ(information.global({x, y}, whole), 1 - 2.5 / 2);
  EXPECT_DOUBLE_EQ(GeometricInformation(Numbering::by_first_point).global({x, y}, whole), 0);
  EXPECT_EQ(information.global({x, y}, {}), 0);
}

TEST(GeometricInformation, is_the_sum_over_classes_by_algebra_whatever_they_are) {
  const Sample sample = correlated(60, 0.5, 3, 1);
  for (const Numbering numbering : {Numbering::by_coordinates, Numbering::by_first_point}) {
    GeometricInformation information(numbering);
    RowSplit split;
    RowSplitter(ClassSpan{sample.classes, 2}).draw(Random(1, 1), 0, split);
    const ClassCrossings found =
        information.crossings(sample.columns(), split, {sample.classes, 2});
    const double value = information.global(sample.columns(), split);
    EXPECT_NEAR(found.total(), (1 - value) * 30, 1e-12);
    EXPECT_NEAR(found.bound(std::vector<double>{0.5, 0.5}), value, 1e-12);
    EXPECT_GT(std::abs(found.bound(std::vector<double>{0.9, 0.1}) - value), 1e-3);
    EXPECT_GT(found.delta(0, 0), found.delta(0, 1));  // classes lie apart
  }
}

TEST(GeometricInformation, does_not_depend_on_the_order_of_coincident_points) {
  Sample sample = correlated(80, 0.6, 4, 0, 0.7);
  RowSplit split;
  RowSplitter(80).draw(Random(1, 1), 0, split);
  GeometricInformation information;
  const double value = information.global(sample.columns(), split);
  std::reverse(split.first.begin(), split.first.end());
  EXPECT_NEAR(information.global(sample.columns(), split), value, 1e-12);
  EXPECT_GT(80U, information.tree().places().count);
}

TEST(GeometricInformation, is_zero_under_independence_and_grows_with_correlation) {
  const RowSplitter splitter(400);
  EXPECT_NEAR(mean_of(correlated(400, 0, 1, 0), splitter, 20), 0, 0.06);
  const double some = mean_of(correlated(400, 0.8, 1, 0), splitter, 20);
  EXPECT_NEAR(some, 0.2, 0.08);  // 0.226 in the limit
  EXPECT_GT(mean_of(correlated(400, 0.99, 1, 0), splitter, 20), 0.6);
  // In few levels: nothing under independence, and something under dependence.
  EXPECT_NEAR(mean_of(correlated(400, 0, 1, 0, 1), splitter, 20), 0, 0.06);
  EXPECT_GT(mean_of(correlated(400, 0.8, 1, 0, 1), splitter, 20), 0.1);
}

TEST(GeometricInformation, within_classes_ignores_dependence_explained_by_the_classes) {
  const Sample sample = correlated(400, 0, 1, 4);
  const ClassSpan classes{sample.classes, 2};
  // Re-paired, two clusters become four of half the density: 1 - 2 * 1 * 0.5 / (1 + 0.5) in the
  // limit.
  EXPECT_NEAR(mean_of(sample, RowSplitter(400), 10), 1.0 / 3, 0.08);
  EXPECT_NEAR(mean_of(sample, RowSplitter(classes), 10), 0, 0.06);
}

TEST(GeometricInformation, by_class_is_the_mean_of_the_classes) {
  const Sample sample = correlated(120, 0.7, 2, 0.5);
  const ClassSpan classes{sample.classes, 2};
  RowSplit split;
  RowSplitter(classes).draw(Random(1, 1), 0, split);
  GeometricInformation information;
  const double value = information.class_wise(sample.columns(), split, classes);
  double sum = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    // 30 rows of each class and half, classes one after the other.
    const auto begin = static_cast<std::ptrdiff_t>(30 * c);
    RowSplit part{{split.first.begin() + begin, split.first.begin() + begin + 30},
                  {split.second.begin() + begin, split.second.begin() + begin + 30},
                  {split.partner.begin() + begin, split.partner.begin() + begin + 30}};
    for (std::uint32_t& place : part.partner)
      place -= static_cast<std::uint32_t>(begin);
    sum += GeometricInformation().global(sample.columns(), part) / 2;
  }
  EXPECT_NEAR(value, sum, 1e-12);
  EXPECT_NEAR(1 - (information.class_crossings()[0] + information.class_crossings()[1]) / 60, value,
              1e-12);
}

/// The variance over labels in random order on the same tree.
TEST(GeometricInformation, tests_with_the_variance_of_permuted_labels) {
  Sample sample = correlated(18, 0.5, 9, 0, 0.8);
  RowSplit split;
  RowSplitter(18).draw(Random(1, 1), 0, split);
  GeometricInformation information;
  const FriedmanRafsky found = information.test(sample.columns(), split);
  Codes halves(18);
  std::fill(halves.begin() + 9, halves.end(), 1);
  constexpr std::size_t rounds = 20000;
  double sum = 0;
  double squares = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto order = Random(8, round).permutation(18);
    Codes labels(18);
    for (std::size_t point = 0; point < 18; ++point)
      labels[point] = halves[order[point]];
    const auto count = static_cast<double>(
        first_point_crossings(information.tree().edges(), information.tree().places(), labels));
    sum += count / rounds;
    squares += count * count / rounds;
  }
  EXPECT_NEAR(sum, 9, 0.1);
  EXPECT_NEAR(squares - sum * sum, found.variance, 0.05 * found.variance);
  EXPECT_NEAR(found.z, (9 - found.crossings) / std::sqrt(found.variance), 1e-12);
}

TEST(LineDivergence, of_a_line_by_hand) {
  // Classes 0 0 1 1 along the line, one edge between them: 1 - 1 * 4 / (2 * 2 * 2).
  EXPECT_DOUBLE_EQ(line_divergence(Integers{7, 1, 3, 9}, {Codes{1, 0, 0, 1}, 2}), 0.5);
  // Alternating: 1 - 3 * 4 / 8.
  EXPECT_DOUBLE_EQ(line_divergence(Integers{1, 2, 3, 4}, {Codes{1, 0, 1, 0}, 2}), -0.5);
  // A place with one of each class: one edge; then one to a class 1 that crosses in half the cases.
  EXPECT_DOUBLE_EQ(line_divergence(Integers{1, 1, 2}, {Codes{1, 0, 1}, 2}), 1 - 1.5 * 3 / 4);
  EXPECT_NEAR(line_divergence(Integers{5, 5, 5, 5, 5}, {Codes{1, 0, 2, 1, 0}, 3}), 0, 1e-15);
}

}  // namespace
}  // namespace measure
}  // namespace pith
