// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/data/mean.h"

namespace pith {
namespace {

constexpr std::size_t no_column = std::numeric_limits<std::size_t>::max();

/// Encoded numbers are clamped to this magnitude, because learners square them.
constexpr double max_magnitude = 1e50;

/// The count of each level, and that of missing values at the end.
std::vector<std::size_t> level_counts(const Column& column) {
  std::vector<std::size_t> counts(column.levels() + 1);
  for (std::size_t row = 0; row < column.rows(); ++row)
    ++counts[column.missing().test(row) ? column.levels() : column.code(row)];
  return counts;
}

}  // namespace

Scaling parse_scaling(std::string_view text) {
  for (const Scaling known : {Scaling::standard, Scaling::range, Scaling::none}) {
    if (text == scaling_text(known)) return known;
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("there is no scaling {}; use standard, range or none", quoted(text)));
}

std::string_view scaling_text(Scaling scaling) {
  switch (scaling) {
    case Scaling::standard:
      return "standard";
    case Scaling::range:
      return "range";
    case Scaling::none:
      break;
  }
  return "none";
}

Encoding::Encoding(const Table& table, std::span<const std::size_t> rows,
                   std::span<const Feature> features, const Options& options) {
  PITH_ASSERT(!rows.empty());
  for (const Feature feature : features) {
    const Column column = table.feature(feature).take(rows);
    const std::size_t begin = starts_.back();
    std::size_t width = 1;
    if (column.is_numbers()) {
      codes_.push_back(number_code(column, options.scaling));
    } else {
      codes_.push_back(category_code(column, options.missing_is_level, begin));
      const std::vector<std::size_t>& columns = codes_.back().columns;
      std::size_t end = begin;
      for (const std::size_t each : columns)
        end = each == no_column ? end : std::max(end, each + 1);
      width = end - begin;
      categories_.push_back({.begin = begin, .end = end});
    }
    codes_.back().feature = feature;
    starts_.push_back(begin + width);
  }
}

Encoding::Code Encoding::number_code(const Column& column, Scaling scaling) {
  const Mean mean = mean_of(column, {});
  Code code{.fill = mean.value};
  if (scaling == Scaling::standard) {
    code.shift = mean.value;
    code.factor = mean.deviation_by_n > 0 ? 1 / mean.deviation_by_n : 0;
  }
  if (scaling == Scaling::range) {
    double min = std::numeric_limits<double>::infinity();
    double max = -min;
    const Numbers numbers = column.numbers();
    for (std::size_t row = 0; row < column.rows(); ++row) {
      if (column.missing().test(row)) continue;
      min = std::min(min, numbers[row]);
      max = std::max(max, numbers[row]);
    }
    code.shift = min <= max ? min : 0;
    code.factor = min < max ? 1 / (max - min) : 0;
  }
  // The inverse overflows for a column that hardly varies; such a column is taken as constant.
  if (!std::isfinite(code.factor)) code.factor = 0;
  return code;
}

Encoding::Code Encoding::category_code(const Column& column, bool missing_is_level,
                                       std::size_t begin) {
  std::vector<std::size_t> counts = level_counts(column);
  const auto mode = std::max_element(counts.begin(), counts.end() - 1);
  if (!missing_is_level) counts.back() = 0;
  Code code{.columns = std::vector<std::size_t>(counts.size(), no_column)};
  for (std::size_t level = 0; level < counts.size(); ++level) {
    if (counts[level] > 0) code.columns[level] = begin++;
  }
  if (!missing_is_level && mode != counts.end() - 1)
    code.columns.back() = code.columns[static_cast<std::size_t>(mode - counts.begin())];
  return code;
}

std::span<const Indicators> Encoding::categories(std::size_t features) const {
  const auto end =
      std::find_if(categories_.begin(), categories_.end(),
                   [&](const Indicators& each) { return each.begin >= starts_[features]; });
  return std::span(categories_).first(static_cast<std::size_t>(end - categories_.begin()));
}

std::vector<double> Encoding::encode(const Table& table, std::span<const std::size_t> rows) const {
  const std::size_t width = columns();
  std::vector<double> encoded(rows.size() * width);
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    const Code& code = codes_[i];
    const Column& column = table.feature(code.feature);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const bool is_missing = column.missing().test(rows[r]);
      if (column.is_numbers()) {
        const double value = is_missing ? code.fill : column.number(rows[r]);
        encoded[r * width + starts_[i]] =
            std::clamp((value - code.shift) * code.factor, -max_magnitude, max_magnitude);
        continue;
      }
      const std::size_t place = code.columns[is_missing ? column.levels() : column.code(rows[r])];
      if (place != no_column) encoded[r * width + place] = 1;
    }
  }
  return encoded;
}

}  // namespace pith
