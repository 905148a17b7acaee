// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/scaled_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/row_strip.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t features_per_block = 16;

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
  context.require_memory(std::uint64_t{sizeof(double)} * rows_ * features(),
                         "the copy of the features",
                         "select from fewer features (" + option("drop") + ")");
  numbers_ = std::make_unique_for_overwrite<double[]>(rows_ * features());
  const std::span<const Column> all = table.parts().features;
  parallel_blocks(context, features(), features_per_block, [&](std::size_t begin, std::size_t end) {
    const std::vector<Column> some = as_doubles(all.subspan(begin, end - begin));
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<double> out(&numbers_[i * rows_], rows_);
      const std::span<const double> given = some[i - begin].numbers();
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
  });
}

}  // namespace stats
}  // namespace pith
