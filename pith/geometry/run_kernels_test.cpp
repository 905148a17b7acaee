// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/run_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

TEST(RunKernels, weighted_sums_in_the_order_of_the_runs) {
  constexpr std::size_t rows = 150;  // several blocks of rows
  const Random random(5, 0);
  for (std::size_t width = run_group; width <= run_features; width += run_group) {
    std::vector<double> values(rows * width);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = i % 3 == 0 ? static_cast<double>(random.below(i, 3)) : random.uniform(i);
    std::vector<std::vector<std::uint32_t>> others(7);
    std::vector<RowRun> runs;
    for (std::uint32_t r = 0; r < others.size(); ++r) {
      for (std::uint32_t row = 0; row < rows; ++row) {
        if (random.below(row + 1000 * r, 7) < r) others[r].push_back(row);  // none of the first
      }
      runs.push_back({.row = 20 * r, .weight = std::cos(r), .others = others[r]});
    }
    std::vector<double> differences(width, 0.5);
    std::vector<double> inequalities(width, 0.5);
    const PaddedTile tile{.values = values.data(), .rows = rows, .width = width};
    add_run_differences(tile, runs, differences.data());
    add_run_inequalities(tile, runs, inequalities.data());
    for (std::size_t f = 0; f < width; ++f) {
      double difference = 0.5;
      double inequality = 0.5;
      for (const RowRun& run : runs) {
        double sum = 0;
        double count = 0;
        for (const std::uint32_t other : run.others) {
          const double a = values[run.row * width + f];
          const double b = values[other * width + f];
          sum += std::abs(a - b);
          count += a == b ? 0 : 1;
        }
        difference += run.weight * sum;
        inequality += run.weight * count;
      }
      EXPECT_EQ(differences[f], difference);
      EXPECT_EQ(inequalities[f], inequality);
    }
  }
}

}  // namespace
}  // namespace geometry
}  // namespace pith
