// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/feature_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/data/widened.h"
#include "pith/stats/centred_columns.h"

namespace pith {
inline namespace stats {
namespace {

double weight_of(std::span<const double> weights, std::size_t row) {
  return weights.empty() ? 1.0 : weights[row];
}

/// Multiplies by sqrt(w), and scales to the requested length. Numbers are first divided by the
/// largest, so that the squares of tiny ones do not underflow.
void weigh(std::span<const double> weights, Length length, std::span<double> out) {
  double largest = 0;
  for (const double number : out)
    largest = std::max(largest, std::abs(number));
  double squares = 0;
  double weight = 0;
  for (std::size_t row = 0; row < out.size(); ++row) {
    const double w = weight_of(weights, row);
    const double part = out[row] / largest;
    squares += w * part * part;
    weight += w;
  }
  const double unit = std::sqrt(length == Length::unit ? squares : squares / weight);
  for (std::size_t row = 0; row < out.size(); ++row) {
    if (length != Length::as_it_is) out[row] = out[row] / largest / unit;
    if (!weights.empty()) out[row] *= std::sqrt(weights[row]);
  }
}

}  // namespace

FeatureVectors::FeatureVectors(const Table& table, Length length, const Context& context)
    : rows_(table.rows()) {
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (!is_constant(table.feature(feature))) features_.push_back(feature);
  }
  const std::uint64_t bytes = std::uint64_t{sizeof(double)} * rows_ * size();
  held_ = context.reserve(bytes, "the copy of the centred features",
                          "select from fewer features (" + option("drop") + ")",
                          likely_search_bytes(rows_, size()));
  numbers_ = std::make_unique_for_overwrite<double[]>(rows_ * size());
  for_each_widened(table.parts().features, 0, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     const auto from = std::lower_bound(features_.begin(), features_.end(), first);
                     for (auto place = from;
                          place != features_.end() && *place < first + columns.size(); ++place) {
                       const auto i = static_cast<std::size_t>(place - features_.begin());
                       const std::span<double> out(&numbers_[i * rows_], rows_);
                       centre(columns[*place - first].numbers(), table.weights(), out);
                       weigh(table.weights(), length, out);
                     }
                   });
}

}  // namespace stats
}  // namespace pith
