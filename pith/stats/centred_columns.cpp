// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/centred_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/data/widened.h"

namespace pith {
inline namespace stats {
namespace {

/// Numbers are first divided by the largest, so that squares neither overflow nor vanish.
double deviation_of(std::span<const double> centred, std::span<const double> weights) {
  double largest = 0;
  for (const double number : centred)
    largest = std::max(largest, std::abs(number));
  if (largest == 0) return 0;
  double squares = 0;
  double total = 0;
  for (std::size_t row = 0; row < centred.size(); ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    const double part = centred[row] / largest;
    squares += weight * part * part;
    total += weight;
  }
  return largest * std::sqrt(squares / total);
}

}  // namespace

void centre(std::span<const double> numbers, std::span<const double> weights,
            std::span<double> out) {
  double total = 0;
  double rest = 0;  // the mean minus the first number
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    out[row] = numbers[row] - numbers[0];
    rest += weight * out[row];
    total += weight;
  }
  rest /= total;
  for (double& number : out)
    number -= rest;
}

CentredColumns::CentredColumns(const Table& table, Unit unit, const Context& context)
    : rows_(table.rows()), deviations_(table.features()) {
  const std::uint64_t bytes = std::uint64_t{sizeof(double)} * rows_ * features();
  held_ = context.reserve(bytes, "the copy of the centred features",
                          "select from fewer features (" + option("drop") + ")",
                          likely_search_bytes(rows_, features()));
  numbers_ = std::make_unique_for_overwrite<double[]>(rows_ * features());
  const auto lay_out = [&](std::size_t first, const std::vector<Column>& columns) {
    for (std::size_t i = first; i < first + columns.size(); ++i) {
      const std::span<double> out(&numbers_[i * rows_], rows_);
      centre(columns[i - first].numbers(), table.weights(), out);
      deviations_[i] = deviation_of(out, table.weights());
      if (unit == Unit::as_it_is || deviations_[i] == 0) continue;
      for (double& number : out)
        number /= deviations_[i];
    }
  };
  for_each_widened(table.parts().features, 0, context, lay_out);
}

}  // namespace stats
}  // namespace pith
