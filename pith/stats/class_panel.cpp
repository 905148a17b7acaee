// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/column_memory.h"
#include "pith/data/row_strip.h"
#include "pith/stats/distinct_rows.h"

namespace pith {
inline namespace stats {
namespace {

using Lanes = std::array<double, strip_width>;

/// This many rows of the packed pivots stay in the L2 cache while the strips are processed.
constexpr std::size_t rows_per_chunk = 1024;
/// The number of pivots in one pass over the panel.
constexpr std::size_t pivots_per_pass = 32;

std::size_t padded(std::size_t pivots) {
  return (pivots + pivot_group - 1) / pivot_group * pivot_group;
}

/// Rows without classes are one class.
std::size_t class_count(const Table& table) {
  return table.has_classes() ? table.classes() : 1;
}

/// The extremes of each lane over all rows.
struct Extremes {
  Lanes lowest;
  Lanes highest;
};

Extremes extremes_of(const double* numbers, std::size_t rows) {
  Extremes found{};
  found.lowest.fill(std::numeric_limits<double>::infinity());
  found.highest.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t row = 0; row < rows; ++row) {
    const double* const x = numbers + row * strip_width;
    for (std::size_t f = 0; f < strip_width; ++f) {
      found.lowest[f] = x[f] < found.lowest[f] ? x[f] : found.lowest[f];
      found.highest[f] = x[f] > found.highest[f] ? x[f] : found.highest[f];
    }
  }
  return found;
}

/// The mean of each lane as `origin` + `rest`. Differences from the first row are summed, which is
/// exact for a constant and loses no precision to a large offset.
struct Mean {
  Lanes origin{};
  Lanes rest{};
};

Mean mean_of(const double* numbers, std::size_t rows, const double* weights, double sum) {
  Mean mean;
  std::copy_n(numbers, strip_width, mean.origin.begin());
  for (std::size_t row = 0; row < rows; ++row) {
    const double* const x = numbers + row * strip_width;
    const double w = weights == nullptr ? 1.0 : weights[row];
    for (std::size_t f = 0; f < strip_width; ++f)
      mean.rest[f] += w * (x[f] - mean.origin[f]);
  }
  for (double& rest : mean.rest)
    rest /= sum;
  return mean;
}

}  // namespace

ClassPanel::ClassPanel(const Table& table, std::span<const Feature> features, Storage storage,
                       const Context& context)
    : rows_(table.rows()), strips_((features.size() + strip_width - 1) / strip_width) {
  const std::uint64_t own = own_bytes(table, features.size(), storage);
  const std::uint64_t lanes = std::uint64_t{strip_width} * sizeof(double);
  const std::uint64_t per_thread =
      2 * lanes * class_count(table) + (storage == Storage::float32 ? lanes * rows_ : 0);
  const std::uint64_t threads = std::min<std::uint64_t>(strips_, context.thread_count());
  held_ = context.reserve(
      own + std::max(distinct_rows_bytes(table, features.size() + 2), threads * per_thread),
      "the copy of the features for products",
      storage == Storage::float64 ? "use single precision (" + option("precision", "single") + ")"
                                  : "select from fewer features (" + option("drop") + ")",
      likely_search_bytes(rows_, features.size()));
  moments_.features = features.size();
  sort_rows(table);
  moments_.distinct_rows = distinct_rows(table, features, features.size() + 2);
  moments_.means.resize(classes() * features.size());
  moments_.deviations.resize(classes() * features.size());
  moments_.origins.resize(features.size());
  moments_.exponents.resize(features.size());
  moments_.is_constant.resize(features.size());
  const std::size_t size = rows_ * stride();
  if (storage == Storage::float64) {
    doubles_.reset(new double[size]);  // NOLINT(*-owning-memory): not filled with zeros
  } else {
    floats_.reset(new float[size]);  // NOLINT(*-owning-memory)
  }
  parallel_blocks(context, strips_, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t strip = begin; strip < end; ++strip)
      lay_out(table, features, strip);
  });
  held_.shrink(own);
}

std::uint64_t ClassPanel::own_bytes(const Table& table, std::size_t features, Storage storage) {
  const std::uint64_t strips = (features + strip_width - 1) / strip_width;
  const std::uint64_t number = storage == Storage::float64 ? sizeof(double) : sizeof(float);
  const std::uint64_t row = strips * strip_width * number + sizeof(std::uint32_t) +
                            (table.has_weights() ? sizeof(double) : 0);
  const std::uint64_t of_class = 2 * sizeof(double) * features + 5 * sizeof(double);
  return row * table.rows() + of_class * class_count(table);
}

std::uint64_t ClassPanel::column_bytes(std::size_t pivots) const {
  const std::uint64_t packed = std::min(padded(pivots), pivots_per_pass) * rows_;
  return sizeof(double) * (packed + std::uint64_t{padded(pivots)} * classes() * stride());
}

/// Sorts the rows by class, stably.
void ClassPanel::sort_rows(const Table& table) {
  places_.resize(rows_);
  if (table.has_classes()) {
    std::vector<std::size_t> counts(table.classes());
    std::visit(
        [&](auto codes) {
          for (const auto code : codes)
            ++counts[code];
          std::vector<std::size_t> next(counts.size());
          for (std::size_t c = 0, begin = 0; c < counts.size(); begin += counts[c], ++c) {
            classes_.push_back({begin, begin + counts[c]});
            next[c] = begin;
          }
          for (std::size_t row = 0; row < rows_; ++row)
            places_[row] = static_cast<std::uint32_t>(next[codes[row]]++);
        },
        table.target().codes());
  } else {
    classes_.push_back({0, rows_});
    std::iota(places_.begin(), places_.end(), 0U);
  }
  if (table.has_weights()) {
    weights_.resize(rows_);
    for (std::size_t row = 0; row < rows_; ++row)
      weights_[places_[row]] = table.weights()[row];
  }
  for (const Rows& rows : classes_) {
    double weight = 0;
    for (std::size_t row = rows.begin; row < rows.end; ++row)
      weight += weights_.empty() ? 1.0 : weights_[row];
    moments_.weights.push_back(weight);
  }
}

/// The fast path for a strip of a matrix that is stored by rows; returns false if it is not one.
bool ClassPanel::lay_out_rows(const Table& table, std::span<const Feature> features,
                              std::size_t strip, double* numbers) const {
  const std::size_t first = strip * strip_width;
  if (first + strip_width > features.size()) return false;
  std::array<const Column*, strip_width> columns{};
  for (std::size_t f = 0; f < strip_width; ++f)
    columns[f] = &table.feature(features[first + f]);
  const std::optional<RowStrip> rows = RowStrip::of(columns);
  if (!rows) return false;
  for (std::size_t row = 0; row < rows_; ++row)
    rows->widen_row(row, numbers + places_[row] * strip_width);
  return true;
}

void ClassPanel::lay_out(const Table& table, std::span<const Feature> features, std::size_t strip) {
  const std::size_t first = strip * strip_width;
  const std::size_t width = std::min(strip_width, features.size() - first);
  const auto column = [&](std::size_t f) -> const Column& {
    // Lanes beyond the last feature repeat it; their products are never read.
    return table.feature(features[first + std::min(f, width - 1)]);
  };
  std::vector<double> scratch(doubles_ ? 0 : rows_ * strip_width);
  double* const numbers = doubles_ ? doubles_.get() + first * rows_ : scratch.data();
  if (lay_out_rows(table, features, strip, numbers)) return centre(numbers, strip, width);
  // In blocks of rows, since columns that are not doubles are converted before they are scattered.
  constexpr std::size_t some = 512;
  std::array<double, strip_width * some> widened;
  for (std::size_t begin = 0; begin < rows_; begin += some) {
    const std::size_t count = std::min(some, rows_ - begin);
    std::array<const double*, strip_width> columns{};
    for (std::size_t f = 0; f < strip_width; ++f) {
      double* const room = &widened[f * some];
      columns[f] = column(f).doubles_or_copy(begin, {room, count});
    }
    for (std::size_t row = 0; row < count; ++row) {
      double* const to = numbers + places_[begin + row] * strip_width;
      for (std::size_t f = 0; f < strip_width; ++f)
        to[f] = columns[f][row];
    }
  }
  centre(numbers, strip, width);
}

/// Replaces numbers by their differences from the class means, and computes the moments.
void ClassPanel::centre(double* numbers, std::size_t strip, std::size_t width) {
  const std::size_t first = strip * strip_width;
  const Extremes extremes = extremes_of(numbers, rows_);
  Lanes scale;
  for (std::size_t f = 0; f < strip_width; ++f) {
    const double range = extremes.highest[f] - extremes.lowest[f];
    const int exponent = range > 0 ? std::ilogb(range) : 0;
    scale[f] = std::ldexp(1.0, -exponent);
    if (f < width) {
      moments_.exponents[first + f] = exponent;
      moments_.is_constant[first + f] = range > 0 ? 0 : 1;
    }
  }
  const auto largest =
      static_cast<std::size_t>(std::max_element(moments_.weights.begin(), moments_.weights.end()) -
                               moments_.weights.begin());
  std::vector<Mean> means;
  for (std::size_t c = 0; c < classes(); ++c) {
    const Rows& rows = classes_[c];
    means.push_back(mean_of(numbers + rows.begin * strip_width, rows.end - rows.begin,
                            weights_.empty() ? nullptr : &weights_[rows.begin],
                            moments_.weights[c]));
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    const Mean& mean = means[c];
    Lanes deviations{};
    for (std::size_t row = classes_[c].begin; row < classes_[c].end; ++row) {
      double* const x = numbers + row * strip_width;
      const double w = weights_.empty() ? 1.0 : weights_[row];
      for (std::size_t f = 0; f < strip_width; ++f)
        x[f] = ((x[f] - mean.origin[f]) - mean.rest[f]) * scale[f];
      if (floats_) {
        float* const kept = floats_.get() + first * rows_ + row * strip_width;
        for (std::size_t f = 0; f < strip_width; ++f) {
          kept[f] = static_cast<float>(x[f]);
          x[f] = kept[f];  // the moments are those of the stored numbers
        }
      }
      for (std::size_t f = 0; f < strip_width; ++f)
        deviations[f] += w * (x[f] * x[f]);
    }
    for (std::size_t f = 0; f < width; ++f) {
      const double origin = means[largest].origin[f] + means[largest].rest[f];
      const std::size_t place = c * features() + first + f;
      moments_.origins[first + f] = origin;
      moments_.means[place] = ((mean.origin[f] - origin) + mean.rest[f]) * scale[f];
      moments_.deviations[place] = deviations[f];
    }
  }
}

/// The pivots in groups, row by row, times the weights and padded with zeros.
std::vector<double> ClassPanel::pack(std::span<const Feature> pivots,
                                     const Context& context) const {
  std::vector<double> packed(padded(pivots.size()) * rows_);
  parallel_blocks(context, pivots.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const std::size_t start =
          pivots[p] / strip_width * strip_width * rows_ + pivots[p] % strip_width;
      double* const to = &packed[p / pivot_group * pivot_group * rows_ + p % pivot_group];
      for (std::size_t row = 0; row < rows_; ++row) {
        const std::size_t place = start + row * strip_width;
        const double number = doubles_ ? doubles_[place] : floats_[place];
        to[row * pivot_group] = weights_.empty() ? number : weights_[row] * number;
      }
    }
  });
  return packed;
}

/// Adds the columns of some pivots, from a strip on, to `out` (see columns()).
void ClassPanel::add_columns(std::span<const Feature> pivots, std::size_t first_strip, double* out,
                             const Context& context) const {
  const std::vector<double> packed = pack(pivots, context);
  const std::size_t count = strips_ - first_strip;
  const std::size_t block = std::clamp<std::size_t>(count / 32, 1, 4);
  parallel_blocks(context, count, block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < classes(); ++c) {
      for (std::size_t row = classes_[c].begin; row < classes_[c].end; row += rows_per_chunk) {
        const std::size_t rows = std::min(rows_per_chunk, classes_[c].end - row);
        const PivotGroups groups{&packed[row * pivot_group], padded(pivots.size()) / pivot_group,
                                 rows_ * pivot_group};
        for (std::size_t strip = first_strip + begin; strip < first_strip + end; ++strip) {
          const std::size_t start = (strip * rows_ + row) * strip_width;
          double* const to = out + c * stride() + strip * strip_width;
          if (doubles_) {
            add_products(doubles_.get() + start, groups, rows, to, classes() * stride());
          } else {
            add_products(floats_.get() + start, groups, rows, to, classes() * stride());
          }
        }
      }
    }
  });
}

ScatterColumns ClassPanel::columns(std::span<const Feature> pivots, const Context& context) const {
  const std::size_t column = classes() * stride();
  std::vector<double> out(padded(pivots.size()) * column);
  for (std::size_t first = 0; first < pivots.size(); first += pivots_per_pass) {
    const std::size_t count = std::min(pivots_per_pass, pivots.size() - first);
    add_columns(pivots.subspan(first, count), 0, &out[first * column], context);
  }
  out.resize(pivots.size() * column);
  return {std::move(out), classes(), stride()};
}

ScatterColumns ClassPanel::matrix(const Context& context) const {
  constexpr std::size_t block = 2 * strip_width;
  const std::size_t column = classes() * stride();
  std::vector<double> out(padded(features()) * column);
  std::vector<Feature> pivots;
  for (std::size_t first = 0; first < features(); first += block) {
    pivots.clear();
    for (std::size_t p = first; p < std::min(features(), first + block); ++p)
      pivots.push_back(static_cast<Feature>(p));
    add_columns(pivots, first / strip_width, &out[first * column], context);
  }
  parallel_blocks(context, features(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      for (std::size_t c = 0; c < classes(); ++c) {
        double* const row = &out[p * column + c * stride()];
        for (std::size_t j = 0; j < begin; ++j)
          row[j] = out[j * column + c * stride() + p];
      }
    }
  });
  out.resize(features() * column);
  return {std::move(out), classes(), stride()};
}

}  // namespace stats
}  // namespace pith
