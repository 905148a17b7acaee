// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/scaled_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/data/widened.h"

namespace pith {
inline namespace stats {
namespace {

/// The power of two at most as large as the largest magnitude; 1 if all numbers are 0.
double power_below(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers)
    largest = std::max(largest, std::abs(number));
  return largest == 0 ? 1.0 : std::ldexp(1.0, std::ilogb(largest));
}

void divide(std::span<double> numbers, double divisor) {
  for (double& number : numbers)
    number /= divisor;
}

/// Of numbers about their mean.
double deviation_of(std::span<const double> centred, std::span<const double> weights) {
  double squares = 0;
  double total = 0;
  for (std::size_t row = 0; row < centred.size(); ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    squares += weight * centred[row] * centred[row];
    total += weight;
  }
  return std::sqrt(squares / total);
}

}  // namespace

ScaledColumns::ScaledColumns(const Table& table, Unit unit, Origin origin, const Context& context)
    : rows_(table.rows()), factors_(table.features(), 1.0), deviations_(table.features()) {
  held_ = context.reserve(std::uint64_t{sizeof(double)} * rows_ * features(),
                          "the copy of the features",
                          "select from fewer features (" + option("drop") + ")",
                          likely_search_bytes(rows_, features()));
  numbers_ = std::make_unique_for_overwrite<double[]>(rows_ * features());
  const auto lay_out = [&](std::size_t first, const std::vector<Column>& columns) {
    for (std::size_t i = first; i < first + columns.size(); ++i) {
      const std::span<double> out(&numbers_[i * rows_], rows_);
      const Numbers given = columns[i - first].numbers();
      centre(given, table.weights(), out);
      double factor = power_below(out);
      divide(out, factor);
      const double deviation = deviation_of(out, table.weights());
      deviations_[i] = deviation * factor;
      if (unit == Unit::deviation) {
        if (deviation > 0) divide(out, deviation);
        continue;
      }
      if (origin == Origin::zero) {
        std::copy(given.begin(), given.end(), out.begin());
        factor = power_below(out);
        divide(out, factor);
      }
      // The weight of the column as it is: w x = w' (x / f), so w = w' / f.
      factors_[i] = 1 / factor;
    }
  };
  for_each_widened(table.parts().features, 0, context, lay_out);
}

}  // namespace stats
}  // namespace pith
