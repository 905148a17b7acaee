// SPDX-License-Identifier: Apache-2.0
// The Relief family as its definitions read: every pair of rows, feature by feature.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/table.h"
#include "tests/support/tables.h"

namespace pith::relief_twin {

/// Whether two values that are there differ; gaps alone make no difference.
inline bool has_two_values(const Column& column) {
  for (std::size_t a = 0; a < column.rows(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (column.missing().test(a) || column.missing().test(b)) continue;
      if (column.is_codes() ? column.code(a) != column.code(b)
                            : column.numbers()[a] != column.numbers()[b]) {
        return true;
      }
    }
  }
  return false;
}

inline double difference(const Column& column, std::size_t a, std::size_t b) {
  if (!has_two_values(column)) return 0;
  const bool a_missing = column.missing().test(a);
  const bool b_missing = column.missing().test(b);
  if (column.is_codes()) {
    if (a_missing || b_missing) return 1 - 1 / static_cast<double>(column.levels());
    return column.code(a) == column.code(b) ? 0 : 1;
  }
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) continue;
    lowest = std::min(lowest, column.numbers()[row]);
    highest = std::max(highest, column.numbers()[row]);
  }
  const auto scaled = [&](std::size_t row) {
    return (column.numbers()[row] - lowest) / (highest - lowest);
  };
  if (a_missing && b_missing) return 1;
  if (a_missing) return std::max(scaled(b), 1 - scaled(b));
  if (b_missing) return std::max(scaled(a), 1 - scaled(a));
  return std::abs(scaled(a) - scaled(b));
}

inline double distance(const Table& table, std::size_t a, std::size_t b) {
  double sum = 0;
  for (Feature feature = 0; feature < table.features(); ++feature)
    sum += difference(table.feature(feature), a, b);
  return sum;
}

/// The nearest rows of a class, nearest first; what is equal but for rounding in order of the rows.
inline std::vector<std::size_t> nearest(const Table& table, std::size_t row, std::size_t c,
                                        std::size_t count) {
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t other = 0; other < table.rows(); ++other) {
    if (other != row && table.target().code(other) == c)
      all.emplace_back(std::round(1e9 * distance(table, row, other)), other);
  }
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
    rows.push_back(all[i].second);
  return rows;
}

inline double share(const Table& table, std::size_t c) {
  double rows = 0;
  for (std::size_t row = 0; row < table.rows(); ++row)
    rows += table.target().code(row) == c ? 1 : 0;
  return rows / static_cast<double>(table.rows());
}

inline std::vector<double> relief(const Table& table, std::size_t count) {
  std::vector<double> scores(table.features());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::size_t own = table.target().code(row);
    for (std::size_t c = 0; c < table.classes(); ++c) {
      const std::vector<std::size_t> near = nearest(table, row, c, count);
      const double factor = c == own ? -1 : share(table, c) / (1 - share(table, own));
      for (const std::size_t other : near) {
        for (Feature feature = 0; feature < table.features(); ++feature) {
          scores[feature] += factor * difference(table.feature(feature), row, other) /
                             static_cast<double>(near.size() * table.rows());
        }
      }
    }
  }
  return scores;
}

/// Numbers, categories, whole numbers with many equal distances, and gaps, as asked for.
inline Table mixed_table(std::size_t rows, std::size_t classes, bool has_gaps, std::uint64_t seed) {
  const Random random(seed, 1);
  std::vector<Column> columns;
  for (std::size_t f = 0; f < 9; ++f) {
    Mask missing;
    std::vector<double> numbers(rows);
    std::vector<std::uint32_t> codes(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t at = f * rows + row;
      numbers[row] =
          f % 3 == 0 ? random.uniform(at) : static_cast<double>(random.below(at, 5)) / 10;
      codes[row] = static_cast<std::uint32_t>(row < 3 ? row : random.below(at, 3));
      if (has_gaps && f % 2 == 0 && random.below(at + 9 * rows, 4) == 0) {
        missing.set(row);
        numbers[row] = std::numeric_limits<double>::quiet_NaN();
        codes[row] = 0;
      }
    }
    columns.push_back(f < 6 ? Column::from_numbers(std::move(numbers), missing)
                            : codes_column(codes, missing));
  }
  return table_of(std::move(columns), random_codes(rows, classes, seed));
}

}  // namespace pith::relief_twin
