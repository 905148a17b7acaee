// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"
#include "tests/support/tables.h"

// The twin of the variational methods: the formulas of the paper as they stand, counted row by row,
// in products of long doubles, everything anew at each step.
namespace pith {

struct VmiTwin {
  std::vector<std::vector<std::uint32_t>> features;
  std::vector<std::uint32_t> target;
  std::vector<double> weights;  // as long as the target
  bool is_pairwise = false;
  double least_gain = 0.01;

  std::size_t classes() const { return *std::max_element(target.begin(), target.end()) + 1; }

  Table table() const {
    std::vector<Column> columns;
    for (const auto& codes : features)
      columns.push_back(codes_column(codes));
    TableParts parts = table_of(std::move(columns), target).parts();
    if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 1; }))
      parts.weights = weights;
    return Table(std::move(parts));
  }

  /// The weight of the rows that agree with row i in these features and are of class c.
  long double count(const std::vector<Feature>& same, std::size_t i, std::uint32_t c) const {
    long double total = 0;
    for (std::size_t row = 0; row < target.size(); ++row) {
      const bool agrees = std::all_of(
          same.begin(), same.end(), [&](Feature f) { return features[f][row] == features[f][i]; });
      if (agrees && target[row] == c) total += weights[row];
    }
    return total;
  }

  /// q(x|x_S,c) at row i, S being what stands before.
  long double factor(Feature x, const std::vector<Feature>& set, std::size_t i,
                     std::uint32_t c) const {
    if (!is_pairwise || set.empty()) return count({x}, i, c) / count({}, i, c);
    long double product = 1;
    for (const Feature s : set) {
      const long double given = count({s}, i, c);
      product *= given > 0 ? count({x, s}, i, c) / given : 1;
    }
    return std::pow(product, 1 / static_cast<long double>(set.size()));
  }

  double bound(const std::vector<Feature>& set) const {
    long double total = 0;
    long double sum = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
      long double own = 0;
      long double evidence = 0;
      for (std::uint32_t c = 0; c < classes(); ++c) {
        long double q = 1;
        std::vector<Feature> before;
        for (const Feature x : set) {
          q *= factor(x, before, i, c);
          before.push_back(x);
        }
        if (c == target[i]) own = q;
        evidence += q * count({}, i, c);
      }
      total += weights[i];
      sum += weights[i] > 0 ? weights[i] * std::log(own / evidence) : 0;
    }
    return static_cast<double>(sum / total + std::log(total));
  }

  std::vector<Selected> greedy(std::size_t k) const {
    std::vector<Selected> result;
    std::vector<Feature> set;
    std::vector<Feature> left;
    for (Feature f = 0; f < features.size(); ++f)
      left.push_back(f);
    double before = 0;
    while (result.size() < k) {
      std::vector<double> scores;
      for (const Feature f : left) {
        set.push_back(f);
        scores.push_back(bound(set));
        set.pop_back();
      }
      const std::size_t place = winner(scores);
      if (!set.empty() && scores[place] - before < std::max(least_gain, 1e-12)) {
        set.clear();
        before = 0;
        continue;
      }
      Selected step;
      step.feature = left[place];
      step.score = scores[place];
      step.gain = scores[place] - before;
      result.push_back(step);
      set.push_back(left[place]);
      before = scores[place];
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
    }
    return result;
  }
};

/// Three classes; features of 2 to 5 levels, noisy versions of the target and of each other.
inline VmiTwin vmi_data(std::uint64_t seed, std::size_t rows = 60, std::size_t features = 8) {
  const Random random(seed, 0);
  std::uint64_t i = 0;
  VmiTwin data;
  data.weights.assign(rows, 1.0);
  for (std::size_t row = 0; row < rows; ++row)
    data.target.push_back(static_cast<std::uint32_t>(row < 3 ? row : random.below(i++, 3)));
  for (std::size_t f = 0; f < features; ++f) {
    const auto levels = static_cast<std::uint32_t>(2 + f % 4);
    const std::vector<std::uint32_t>& parent = f < 3 ? data.target : data.features[f - 3];
    std::vector<std::uint32_t> codes;
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_noise = random.uniform(i++) < 0.4;
      const auto noise = static_cast<std::uint32_t>(random.below(i++, levels));
      codes.push_back(is_noise ? noise : parent[row] % levels);
    }
    data.features.push_back(std::move(codes));
  }
  return data;
}

}  // namespace pith
