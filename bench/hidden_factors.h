// SPDX-License-Identifier: Apache-2.0
// Tables of a given shape whose features are correlated, as those of images are.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/parallel.h"
#include "pith/base/random.h"
#include "pith/data/table.h"
#include "tests/support/tables.h"

namespace pith::bench {

struct Shape {
  std::size_t rows = 0;
  std::size_t features = 0;
  std::size_t classes = 0;
};

inline Shape parse_shape(const std::string& text) {
  Shape shape;
  char mark = 0;
  std::stringstream(text) >> shape.rows >> mark >> shape.features >> mark >> shape.classes;
  return shape;
}

inline double normal(const Random& random, std::size_t index) {
  return std::sqrt(-2 * std::log1p(-random.uniform(2 * index))) *
         std::cos(2 * std::numbers::pi * random.uniform(2 * index + 1));
}

/// Sixty-four hidden factors whose means differ between the classes, seen by every feature through
/// random loadings that fall off, plus noise: correlated features, as those of images are.
inline Table generated(const Shape& shape, const Context& context) {
  constexpr std::size_t rank = 64;
  std::vector<std::uint32_t> target(shape.rows);
  for (std::size_t row = 0; row < shape.rows; ++row) {
    target[row] = static_cast<std::uint32_t>(
        row < shape.classes ? row : Random(1, 0).below(row, shape.classes));
  }
  std::vector<double> factors(shape.rows * rank);
  parallel_blocks(context, rank, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      for (std::size_t row = 0; row < shape.rows; ++row) {
        const double mean = 0.7 * normal(Random(2, r), target[row]);
        const double spread = 0.5 + Random(3, r).uniform(target[row]);
        factors[r * shape.rows + row] = mean + spread * normal(Random(4, r), row);
      }
    }
  });
  std::vector<Column> columns(shape.features, Column::from_numbers({}));
  parallel_blocks(context, shape.features, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      std::vector<double> values(shape.rows);
      for (std::size_t row = 0; row < shape.rows; ++row)
        values[row] = 2 * Random(6, j).uniform(row);
      for (std::size_t r = 0; r < rank; ++r) {
        const double loading =
            normal(Random(5, r), j) / std::sqrt(1 + static_cast<double>((r + j) % rank));
        for (std::size_t row = 0; row < shape.rows; ++row)
          values[row] += loading * factors[r * shape.rows + row];
      }
      columns[j] = Column::from_numbers(std::move(values));
    }
  });
  return table_of(std::move(columns), target);
}

}  // namespace pith::bench
