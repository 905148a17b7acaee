// SPDX-License-Identifier: Apache-2.0
#include "pith/data/mdl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/random.h"

namespace pith {
namespace {

/// n values 0..n-1 whose class is value / run, so that classes change at every `run`-th value.
std::vector<ClassedValue> runs(std::size_t n, std::size_t run) {
  std::vector<ClassedValue> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    rows[i] = {static_cast<double>(i), static_cast<std::uint32_t>(i / run), 1};
  }
  return rows;
}

double naive_entropy(const std::vector<ClassedValue>& rows) {
  std::vector<double> counts(100);
  double n = 0;
  for (const ClassedValue& row : rows) {
    counts[row.target] += row.weight;
    n += row.weight;
  }
  double h = 0;
  for (const double c : counts) {
    if (c > 0) h -= c / n * std::log2(c / n);
  }
  return h;
}

double naive_classes(const std::vector<ClassedValue>& rows) {
  std::vector<bool> seen(100);
  for (const ClassedValue& row : rows)
    seen[row.target] = true;
  return static_cast<double>(std::count(seen.begin(), seen.end(), true));
}

/// The definition, word by word, for sorted rows of weight one.
void naive_cuts(const std::vector<ClassedValue>& rows, bool is_better, std::vector<double>& cuts) {
  const double n = static_cast<double>(rows.size());
  double least = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  double midpoints = 0;
  const auto part = [&](std::size_t from, std::size_t to) {
    return std::vector<ClassedValue>(rows.begin() + static_cast<std::ptrdiff_t>(from),
                                     rows.begin() + static_cast<std::ptrdiff_t>(to));
  };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (!(rows[i - 1].value < rows[i].value)) continue;
    ++midpoints;
    const double at = static_cast<double>(i);
    const double h =
        at / n * naive_entropy(part(0, i)) + (1 - at / n) * naive_entropy(part(i, rows.size()));
    if (h < least - 1e-12) {
      least = h;
      best = i;
    }
  }
  if (best == 0) return;
  const auto left = part(0, best);
  const auto right = part(best, rows.size());
  const double k = naive_classes(rows);
  const double h = naive_entropy(rows);
  const double delta =
      std::log2(std::pow(3, k) - 2) - (k * h - naive_classes(left) * naive_entropy(left) -
                                       naive_classes(right) * naive_entropy(right));
  const double c = is_better ? midpoints : n - 1;
  if (h - least <= 1e-12 || h - least <= (std::log2(c) + delta) / n) return;
  naive_cuts(left, is_better, cuts);
  cuts.push_back((rows[best - 1].value + rows[best].value) / 2);
  naive_cuts(right, is_better, cuts);
}

TEST(MdlCuts, lie_between_the_classes) {
  EXPECT_EQ(mdl_cuts(runs(60, 20), true), (std::vector<double>{19.5, 39.5}));
  EXPECT_EQ(mdl_cuts(runs(60, 20), false), (std::vector<double>{19.5, 39.5}));
}

TEST(MdlCuts, are_none_where_there_is_nothing_to_tell) {
  EXPECT_TRUE(mdl_cuts({}, true).empty());
  EXPECT_TRUE(mdl_cuts({{1, 0, 1}}, true).empty());
  EXPECT_TRUE(mdl_cuts(runs(50, 50), true).empty());  // one class
  std::vector<ClassedValue> same(40, {7, 0, 1});
  for (std::size_t i = 0; i < 20; ++i)
    same[i].target = 1;
  EXPECT_TRUE(mdl_cuts(same, true).empty());
  std::vector<ClassedValue> alternating = runs(20, 1);
  for (ClassedValue& row : alternating)
    row.target %= 2;
  EXPECT_TRUE(mdl_cuts(alternating, true).empty());  // some gain, but not enough to pay for a cut
}

TEST(MdlCuts, agree_with_the_definition_on_random_rows) {
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    const Random random(trial, 0);
    std::vector<ClassedValue> rows(80);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double value = static_cast<double>(random.below(3 * i, 25));
      const auto noise = random.below(3 * i + 1, 10) < 2 ? random.below(3 * i + 2, 3) : 0;
      rows[i] = {value,
                 static_cast<std::uint32_t>((value > 8 ? 1 : 0) + (value > 15 ? 1 : 0) + noise), 1};
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.value < b.value; });
    for (const bool is_better : {true, false}) {
      std::vector<double> expected;
      naive_cuts(rows, is_better, expected);
      EXPECT_EQ(mdl_cuts(rows, is_better), expected) << "trial " << trial;
    }
  }
}

TEST(MdlCuts, take_a_weight_for_repetition) {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    const Random random(trial, 1);
    std::vector<ClassedValue> weighted(40);
    std::vector<ClassedValue> repeated;
    for (std::size_t i = 0; i < weighted.size(); ++i) {
      const double value = static_cast<double>(random.below(3 * i, 12));
      weighted[i] = {value,
                     static_cast<std::uint32_t>(value > 5) ^
                         static_cast<std::uint32_t>(random.below(3 * i + 1, 8) == 0),
                     1 + static_cast<double>(random.below(3 * i + 2, 3))};
      ClassedValue once = weighted[i];
      once.weight = 1;
      repeated.insert(repeated.end(), static_cast<std::size_t>(weighted[i].weight), once);
    }
    EXPECT_EQ(mdl_cuts(weighted, true), mdl_cuts(repeated, true));
    EXPECT_EQ(mdl_cuts(weighted, false), mdl_cuts(repeated, false));
  }
}

TEST(MdlCuts, survive_a_thousand_classes_in_a_row) {
  // 3^1000 overflows, and one cut after another goes deep.
  EXPECT_EQ(mdl_cuts(runs(20'000, 20), true).size(), 999U);
}

TEST(CutBetween, separates_any_two_numbers) {
  const double next = std::nextafter(1.0, 2.0);
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(cut_between(1, 2), 1.5);
  for (const auto& [a, b] :
       {std::pair(1.0, next), std::pair(next, std::nextafter(next, 2.0)), std::pair(-huge, huge),
        std::pair(huge / 2, huge), std::pair(0.0, tiny), std::pair(-tiny, 0.0)}) {
    EXPECT_LE(a, cut_between(a, b));
    EXPECT_LT(cut_between(a, b), b);
  }
}

}  // namespace
}  // namespace pith
