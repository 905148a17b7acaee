// SPDX-License-Identifier: Apache-2.0
// Tables with a numeric target on which methods keep their promises.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "tests/support/examples.h"

namespace pith {

/// Any features against numbers; the features are named x0, x1, ..., the target y.
inline Table numeric_table_of(std::vector<Column> features, std::vector<double> target) {
  TableParts parts;
  for (std::size_t i = 0; i < features.size(); ++i)
    parts.names.push_back("x" + std::to_string(i));
  parts.features = std::move(features);
  parts.target = Column::from_numbers(std::move(target));
  parts.target_name = "y";
  return Table(std::move(parts));
}

/// Numbers against numbers.
inline Table numeric_table_of(Values features, std::vector<double> target) {
  std::vector<Column> columns;
  for (std::vector<double>& feature : features)
    columns.push_back(Column::from_numbers(std::move(feature)));
  return numeric_table_of(std::move(columns), std::move(target));
}

/// The features of an example against numbers: the class plus noise, in multiples of 1/256.
struct NumericExample {
  Values features;
  std::vector<double> target;
};

inline NumericExample numeric_example(std::size_t rows, std::size_t features,
                                      std::uint64_t seed = 1) {
  Example made = example(rows, features, seed);
  const Random noise(seed, features + 1);
  std::vector<double> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = made.classes[row] + std::floor(192 * noise.uniform(row)) / 256;
  return {std::move(made.features), std::move(target)};
}

/// Codes for a method that takes codes, else the numbers themselves.
inline Table table_for(Takes takes, const NumericExample& made) {
  if (takes != Takes::codes) return numeric_table_of(made.features, made.target);
  const Classes any(made.target.begin(), made.target.end());
  TableParts parts = table_for(takes, Example{made.features, any}).parts();
  parts.target = Column::from_numbers(made.target);
  return Table(std::move(parts));
}

}  // namespace pith
