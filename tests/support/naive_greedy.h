// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/table.h"
#include "pith/search/ranking.h"
#include "tests/support/tables.h"

// The twin of every greedy criterion: entropies counted in a map, formulas as they stand in the
// literature, a search that computes everything anew at each step.
namespace pith::naive {

using Codes = std::vector<std::uint32_t>;

/// Entropy in nats of the joint distribution of some columns.
inline double entropy(const std::vector<const Codes*>& columns) {
  std::map<Codes, double> counts;
  const std::size_t rows = columns.front()->size();
  for (std::size_t row = 0; row < rows; ++row) {
    Codes key;
    for (const Codes* column : columns)
      key.push_back((*column)[row]);
    ++counts[key];
  }
  double sum = 0;
  for (const auto& [key, count] : counts)
    sum -= count / double(rows) * std::log(count / double(rows));
  return sum;
}

/// I(a;b)
inline double information(const Codes& a, const Codes& b) {
  return entropy({&a}) + entropy({&b}) - entropy({&a, &b});
}
/// I(a;b|c)
inline double information(const Codes& a, const Codes& b, const Codes& c) {
  return entropy({&a, &c}) + entropy({&b, &c}) - entropy({&a, &b, &c}) - entropy({&c});
}
/// 2 I(a;b) / (H(a) + H(b))
inline double symmetric_uncertainty(const Codes& a, const Codes& b) {
  const double sum = entropy({&a}) + entropy({&b});
  return sum > 0 ? 2 * information(a, b) / sum : 0.0;
}
/// I(a,b;c)
inline double joint_information(const Codes& a, const Codes& b, const Codes& c) {
  return entropy({&a, &b}) + entropy({&c}) - entropy({&a, &b, &c});
}

/// Some columns as one: a code for each combination that occurs.
inline Codes joined(const std::vector<const Codes*>& columns) {
  std::map<Codes, std::uint32_t> known;
  Codes all;
  for (std::size_t row = 0; row < columns.front()->size(); ++row) {
    Codes key;
    for (const Codes* column : columns)
      key.push_back((*column)[row]);
    all.push_back(known.emplace(key, std::uint32_t(known.size())).first->second);
  }
  return all;
}

struct Data {
  std::vector<Codes> features;
  Codes target;

  Table table() const {
    std::vector<Column> columns;
    for (const Codes& codes : features)
      columns.push_back(codes_column(codes));
    return table_of(std::move(columns), target);
  }
};

/// Features of 2 to 5 levels, noisy versions of the target and of each other.
inline Data random_data(std::uint64_t seed, std::size_t rows = 120, std::size_t features = 12) {
  const Random random(seed, 0);
  std::uint64_t i = 0;
  Data data;
  for (std::size_t row = 0; row < rows; ++row) {
    data.target.push_back(row < 3 ? std::uint32_t(row) : std::uint32_t(random.below(i++, 3)));
  }
  for (std::size_t f = 0; f < features; ++f) {
    const auto levels = static_cast<std::uint32_t>(2 + f % 4);
    const Codes& parent = f < 4 ? data.target : data.features[f - 4];
    Codes codes;
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_noise = random.uniform(i++) < 0.3 + 0.05 * double(f % 5);
      const auto noise = static_cast<std::uint32_t>(random.below(i++, levels));
      codes.push_back(row < levels ? std::uint32_t(row) : is_noise ? noise : parent[row] % levels);
    }
    data.features.push_back(codes);
  }
  return data;
}

/// What candidate x is worth when the features of `selected` (never none) are in the set.
using Score =
    std::function<double(const Data&, const Codes& x, const std::vector<const Codes*>& selected)>;

/// What a feature is worth by itself.
using Relevance = double (*)(const Codes& x, const Codes& target);

/// Greedy selection of all features, those of `keep` first; the first by relevance alone.
inline std::vector<Selected> greedy(const Data& data, const Score& score,
                                    const std::vector<Feature>& keep = {},
                                    Relevance relevance = information) {
  std::vector<Selected> result;
  std::vector<const Codes*> selected;
  std::vector<Feature> left(data.features.size());
  for (Feature f = 0; f < left.size(); ++f)
    left[f] = f;
  while (!left.empty()) {
    std::vector<double> scores;
    for (const Feature f : left) {
      const Codes& x = data.features[f];
      scores.push_back(selected.empty() ? relevance(x, data.target) : score(data, x, selected));
    }
    const std::size_t place =
        result.size() < keep.size()
            ? static_cast<std::size_t>(std::find(left.begin(), left.end(), keep[result.size()]) -
                                       left.begin())
            : winner(scores);
    Selected step;
    step.feature = left[place];
    step.score = scores[place];
    result.push_back(step);
    selected.push_back(&data.features[left[place]]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return result;
}

}  // namespace pith::naive
