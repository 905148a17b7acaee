// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/table.h"

namespace pith {

/// Codes 0, 1, ... whose levels are named by their numbers.
inline Column codes_column(const std::vector<std::uint32_t>& codes, Mask missing = {}) {
  std::vector<std::string> levels;
  for (const std::uint32_t code : codes) {
    while (levels.size() <= code)
      levels.push_back(std::to_string(levels.size()));
  }
  return Column::from_codes(codes, std::move(levels), std::move(missing));
}

/// Codes drawn at random; each level occurs where there are rows enough.
inline std::vector<std::uint32_t> random_codes(std::size_t rows, std::size_t levels,
                                               std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<std::uint32_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    codes[row] = static_cast<std::uint32_t>(row < levels ? row : random.below(row, levels));
  return codes;
}

/// Any features against classes 0, 1, ...; the features are named x0, x1, ..., the target y.
inline Table table_of(std::vector<Column> features, const std::vector<std::uint32_t>& classes) {
  TableParts parts;
  for (std::size_t i = 0; i < features.size(); ++i)
    parts.names.push_back("x" + std::to_string(i));
  parts.features = std::move(features);
  parts.target = codes_column(classes);
  parts.target_name = "y";
  return Table(std::move(parts));
}

/// Numbers against classes.
inline Table table_of(std::vector<std::vector<double>> features,
                      const std::vector<std::uint32_t>& classes) {
  std::vector<Column> columns;
  for (std::vector<double>& feature : features)
    columns.push_back(Column::from_numbers(std::move(feature)));
  return table_of(std::move(columns), classes);
}

inline Table with_weights(const Table& table, std::vector<double> weights) {
  TableParts parts = table.parts();
  parts.weights = std::move(weights);
  return Table(std::move(parts));
}

}  // namespace pith
