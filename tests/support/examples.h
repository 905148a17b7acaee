// SPDX-License-Identifier: Apache-2.0
// The tables on which every method keeps its promises.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/select/method.h"
#include "tests/support/tables.h"

namespace pith {

using Values = std::vector<std::vector<double>>;
using Classes = std::vector<std::uint32_t>;

/// Rows of three classes, and features of growing strength: noise plus a share of the class.
struct Example {
  Values features;
  Classes classes;
};

inline Example example(std::size_t rows, std::size_t features, std::uint64_t seed = 1) {
  const Random target(seed, 0);
  Example made;
  for (std::size_t row = 0; row < rows; ++row)
    made.classes.push_back(static_cast<std::uint32_t>(row < 6 ? row % 3 : target.below(row, 3)));
  for (std::size_t i = 0; i < features; ++i) {
    const Random noise(seed, i + 1);
    const double strength = 0.1 + 0.8 * static_cast<double>(i) / static_cast<double>(features);
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row)
      values[row] = noise.uniform(row) + strength * made.classes[row];
    made.features.push_back(std::move(values));
  }
  return made;
}

/// Codes for a method that takes codes, else the numbers themselves.
inline Table table_for(Takes takes, const Example& made) {
  if (takes != Takes::codes) return table_of(made.features, made.classes);
  std::vector<Column> columns;
  for (const auto& values : made.features) {
    std::vector<std::uint32_t> codes(values.size());
    std::transform(values.begin(), values.end(), codes.begin(),
                   [](double value) { return static_cast<std::uint32_t>(4 * value); });
    columns.push_back(codes_column(codes));
  }
  return table_of(std::move(columns), made.classes);
}

/// The same features as whole numbers.
inline Values rounded(Values features) {
  for (auto& values : features) {
    for (double& value : values)
      value = std::floor(4 * value);
  }
  return features;
}

/// The example with gaps: every seventh value of the second feature.
inline Table with_gaps(const Table& table) {
  const Column& column = table.feature(1);
  Mask missing;
  for (std::size_t row = 3; row < table.rows(); row += 7)
    missing.set(row);
  std::vector<Column> columns = table.parts().features;
  if (column.is_numbers()) {
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    for (std::size_t row = 3; row < table.rows(); row += 7)
      values[row] = std::numeric_limits<double>::quiet_NaN();
    columns[1] = Column::from_numbers(std::move(values), missing);
  } else {
    std::vector<std::uint32_t> codes(column.rows());
    for (std::size_t row = 0; row < codes.size(); ++row)
      codes[row] = missing.test(row) ? 0 : column.code(row);
    columns[1] = Column::from_codes(codes, column.level_names(), missing);
  }
  return table.with_features(std::move(columns));
}

/// Features of a very large, a lone, a very small and a far-off scale.
inline Example extreme_example(double largest, double smallest) {
  Example made = example(30, 6);
  for (std::size_t row = 0; row < 30; ++row) {
    made.features[0][row] *= largest / 10;
    made.features[1][row] = row == 7 ? largest : 1;
    made.features[2][row] *= smallest;
    made.features[3][row] += 1e15;
  }
  return made;
}

}  // namespace pith
