// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/scatter_among.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "pith/base/parallel.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
inline namespace stats {
namespace {

/// This many rows of all features stay in the L2 cache.
constexpr std::size_t rows_per_chunk = 512;

/// Sorts one chunk of rows after the other by class and adds its products.
class Chunks {
 public:
  Chunks(const Table& table, const PanelMoments& moments, std::span<const Feature> features)
      : table_(table),
        features_(features),
        strips_((features.size() + strip_width - 1) / strip_width),
        numbers_(strips_ * strip_width * rows_per_chunk),
        pivots_(strips_ * strip_width * rows_per_chunk),
        centres_(moments.classes() * features.size()),
        scales_(features.size()) {
    for (std::size_t f = 0; f < features.size(); ++f) {
      const int exponent = moments.exponents[features[f]];
      scales_[f] = std::ldexp(1.0, -exponent);
      for (std::size_t c = 0; c < moments.classes(); ++c) {
        centres_[c * features.size() + f] =
            moments.origins[features[f]] + std::ldexp(moments.mean(c, features[f]), exponent);
      }
    }
    sums.classes = moments.classes();
    sums.stride = strips_ * strip_width;
    sums.sums.resize(sums.stride * sums.classes * sums.stride);
  }

  void add(std::size_t begin, std::size_t end) {
    for (; begin < end; begin += rows_per_chunk)
      add_chunk(begin, std::min(rows_per_chunk, end - begin));
  }

  ScatterColumns sums;  ///< pivots are padded to full strips

 private:
  void add_chunk(std::size_t begin, std::size_t rows) {
    sort_rows(begin, rows);
    for (std::size_t f = 0; f < features_.size(); ++f)
      lay_out(f, begin, rows);
    const std::size_t groups = strips_ * strip_width / pivot_group;
    for (std::size_t c = 0; c < sums.classes; ++c) {
      const std::size_t count = ends_[c] - starts_[c];
      if (count == 0) continue;
      const PivotGroups pivots{&pivots_[starts_[c] * pivot_group], groups,
                               rows_per_chunk * pivot_group};
      for (std::size_t strip = 0; strip < strips_; ++strip) {
        add_products(&numbers_[(strip * rows_per_chunk + starts_[c]) * strip_width], pivots, count,
                     &sums.sums[c * sums.stride + strip * strip_width], sums.classes * sums.stride);
      }
    }
  }

  /// Determines the position of each row of the chunk, so that classes are contiguous.
  void sort_rows(std::size_t begin, std::size_t rows) {
    places_.resize(rows);
    codes_.resize(rows);
    starts_.assign(sums.classes, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      codes_[row] = table_.has_classes() ? table_.target().code(begin + row) : 0;
      ++starts_[codes_[row]];
    }
    std::size_t next = 0;
    for (std::size_t& start : starts_)
      start = std::exchange(next, next + start);
    ends_ = starts_;
    for (std::size_t row = 0; row < rows; ++row)
      places_[row] = static_cast<std::uint32_t>(ends_[codes_[row]]++);
  }

  void lay_out(std::size_t f, std::size_t begin, std::size_t rows) {
    widened_.resize(rows);
    const double* const from = table_.feature(features_[f]).doubles_or_copy(begin, widened_);
    double* const strip =
        &numbers_[f / strip_width * strip_width * rows_per_chunk + f % strip_width];
    double* const group =
        &pivots_[f / pivot_group * pivot_group * rows_per_chunk + f % pivot_group];
    for (std::size_t row = 0; row < rows; ++row) {
      const double number = (from[row] - centres_[codes_[row] * features_.size() + f]) * scales_[f];
      const double weight = table_.has_weights() ? table_.weights()[begin + row] : 1.0;
      strip[places_[row] * strip_width] = number;
      group[places_[row] * pivot_group] = weight * number;
    }
  }

  const Table& table_;
  std::span<const Feature> features_;
  std::size_t strips_;
  std::vector<double> numbers_;  // strips of a chunk, its rows sorted by class
  std::vector<double> pivots_;   // the same in groups of pivots, times the weights
  std::vector<double> centres_;  // [class * features + feature]
  std::vector<double> scales_;
  std::vector<double> widened_;  // of one feature
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> ends_;
};

}  // namespace

ScatterColumns scatter_among(const Table& table, const PanelMoments& moments,
                             std::span<const Feature> features, const Context& context) {
  // Few parts, because each has its own sums.
  const std::size_t part = std::max(4 * rows_per_chunk, (table.rows() + 7) / 8);
  std::vector<ScatterColumns> parts((table.rows() + part - 1) / part);
  parallel_blocks(context, table.rows(), part, [&](std::size_t begin, std::size_t end) {
    Chunks chunks(table, moments, features);
    chunks.add(begin, end);
    parts[begin / part] = std::move(chunks.sums);
  });
  ScatterColumns all = std::move(parts.front());
  std::for_each(parts.begin() + 1, parts.end(), [&](const ScatterColumns& next) {
    std::transform(all.sums.begin(), all.sums.end(), next.sums.begin(), all.sums.begin(),
                   std::plus<>());
  });
  return all;
}

}  // namespace stats
}  // namespace pith
