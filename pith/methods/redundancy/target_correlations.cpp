// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/redundancy/target_correlations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/data/row_strip.h"
#include "pith/stats/centred_columns.h"

namespace pith {
inline namespace families {
namespace {

/// About the weighted mean, divided by the largest magnitude, so that squares neither overflow nor
/// vanish, and times the root of the weights.
void make_direction(std::span<const double> numbers, std::span<const double> weights,
                    std::span<double> out) {
  centre(numbers, weights, out);
  double largest = 0;
  for (const double number : out)
    largest = std::max(largest, std::abs(number));
  for (std::size_t row = 0; row < out.size() && largest > 0; ++row)
    out[row] = out[row] / largest * (weights.empty() ? 1 : std::sqrt(weights[row]));
}

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t row = 0; row < a.size(); ++row)
    sum += a[row] * b[row];
  return sum;
}

}  // namespace

std::vector<double> target_correlations(const Table& table, const Context& context) {
  const std::size_t rows = table.rows();
  std::vector<double> target(rows);
  make_direction(table.target().numbers(), table.weights(), target);
  const double target_square = product(target, target);
  const double nearly_one =
      1 - (4 + std::sqrt(static_cast<double>(rows))) * std::numeric_limits<double>::epsilon();
  std::vector<double> found(table.features());
  constexpr std::size_t block = 8;
  const ThreadMemory memory =
      reserve_for_threads({.tasks = found.size() / block + 1,
                           .bytes = (block + 1) * sizeof(double) * std::uint64_t{rows}},
                          context, "the correlations with the target");
  parallel_blocks(memory.context, found.size(), block, [&](std::size_t begin, std::size_t end) {
    const std::vector<Column> columns =
        as_doubles(std::span(table.parts().features).subspan(begin, end - begin));
    std::vector<double> direction(rows);
    for (std::size_t i = begin; i < end; ++i) {
      make_direction(columns[i - begin].numbers(), table.weights(), direction);
      const double square = product(direction, direction);
      if (!(square > 0 && target_square > 0)) continue;
      const double r = std::abs(product(direction, target)) / std::sqrt(square * target_square);
      found[i] = r < nearly_one ? r : 1;
    }
  });
  return found;
}

double regression_f(double correlation, double rows) {
  if (!(rows > 2)) return 0;
  const double square = correlation * correlation;
  if (square < 1) return square / (1 - square) * (rows - 2);
  return std::numeric_limits<double>::infinity();
}

}  // namespace families
}  // namespace pith
