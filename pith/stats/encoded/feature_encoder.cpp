// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/feature_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/stats/encoded/number_kernels.h"
#include "pith/stats/passes/exact_sum.h"

namespace pith {
inline namespace stats {
namespace {

using Kind = FeatureEncoding::Kind;

bool takes_levels(const FeatureEncoding& feature) {
  return feature.kind == Kind::levels || (feature.is_numeric() && !feature.levels.empty());
}

void check_type(const FeatureEncoding& feature, const Column& column, bool expects_codes) {
  if (column.is_codes() == expects_codes) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("feature {} is {} where {} was expected; it must have the same type in "
                          "all rows",
                          quoted(feature.name), column.is_codes() ? "categorical" : "numeric",
                          column.is_codes() ? "a numeric one" : "a categorical one"));
}

/// The position of each level of the column among those of the encoding.
std::vector<std::uint32_t> level_places(const Column& column,
                                        const std::vector<std::string>& levels) {
  std::vector<std::uint32_t> places(std::max<std::size_t>(column.levels(), 1),
                                    FeatureEncoder::no_code);
  if (column.level_names() == levels) {
    for (std::size_t level = 0; level < levels.size(); ++level)
      places[level] = static_cast<std::uint32_t>(level);
    return places;
  }
  TextIndex index;
  for (const std::string& level : levels)
    index.code_of(level);
  for (std::size_t level = 0; level < column.levels(); ++level)
    places[level] = index.find(column.level(level)).value_or(FeatureEncoder::no_code);
  return places;
}

}  // namespace

std::vector<double> feature_numbers(const FeatureEncoding& feature, const Column& column) {
  check_type(feature, column, !feature.levels.empty());
  std::vector<double> numbers(column.rows());
  if (column.is_codes()) {
    const std::vector<std::uint32_t> places = level_places(column, feature.levels);
    std::vector<double> level_numbers(places.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t level = 0; level < places.size(); ++level) {
      if (places[level] < feature.values.size())
        level_numbers[level] = feature.values[places[level]];
    }
    std::visit(
        [&](auto codes) {
          std::transform(codes.begin(), codes.end(), numbers.begin(),
                         [&](auto level) { return level_numbers[level]; });
        },
        column.codes());
  } else {
    column.copy_numbers(0, numbers);
  }
  if (!column.has_missing()) return numbers;
  const double fill = feature.fill_number.value_or(std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (column.missing().test(row)) numbers[row] = fill;
  }
  return numbers;
}

FeatureEncoder::FeatureEncoder(const FeatureEncoding& feature, const Column& column)
    : feature_(feature),
      column_(column),
      numbers_(column.is_numbers() ? column.numbers() : Numbers(std::span<const double>())) {
  check_type(feature, column, takes_levels(feature));
  if (column.is_codes()) {
    find_levels();
  } else if (feature.kind == Kind::values || feature.kind == Kind::ranks) {
    find_integers(column.rows());
  }
  if (feature.has_missing_code) {
    const std::size_t known = feature.kind == Kind::cuts     ? feature.cuts.size() + 1
                              : feature.kind == Kind::values ? feature.values.size()
                                                             : feature.levels.size();
    missing_code_ = static_cast<std::uint32_t>(known);
  } else if (feature.kind == Kind::ranks && !feature.levels.empty()) {
    const bool has_rank = feature.ranks.size() > feature.levels.size();
    missing_code_ = has_rank ? static_cast<std::uint32_t>(feature.levels.size()) : no_code;
  } else if (feature.kind == Kind::levels) {
    missing_code_ = feature.fill_code.value_or(no_code);
  } else if (feature.kind == Kind::grid) {
    if (feature.fill_number) missing_integer_ = on_grid(feature.grid, *feature.fill_number);
  } else if (feature.fill_number) {
    missing_code_ = place_of(*feature.fill_number);
  }
}

void FeatureEncoder::find_levels() {
  level_codes_ = level_places(column_, feature_.levels);
  if (feature_.kind != Kind::grid) return;
  level_integers_.resize(level_codes_.size(), no_integer);
  for (std::size_t level = 0; level < level_codes_.size(); ++level) {
    if (level_codes_[level] != no_code)
      level_integers_[level] = on_grid(feature_.grid, feature_.values[level_codes_[level]]);
  }
}

void FeatureEncoder::find_integers(std::size_t rows) {
  const std::vector<double>& values = feature_.values;
  constexpr double max_range = 4096;
  if (values.empty() || !(values.back() - values.front() < max_range)) return;
  const auto range = static_cast<std::size_t>(values.back() - values.front()) + 1;
  const bool are_integers = std::all_of(values.begin(), values.end(), [](double value) {
    return value == std::trunc(value) && std::abs(value) <= 0x1p52;
  });
  if (!are_integers || range > 2 * rows) return;
  lowest_ = values.front();
  integer_places_.assign(range, no_code);
  for (std::size_t i = 0; i < values.size(); ++i)
    integer_places_[static_cast<std::size_t>(values[i] - lowest_)] = static_cast<std::uint32_t>(i);
}

/// The code of a number before it is renumbered: its bin, or its place among the values.
std::uint32_t FeatureEncoder::place_of(double value) const {
  std::uint32_t place = no_code;
  if (feature_.kind == Kind::cuts) {
    codes_by_cuts({&value, 1}, feature_.cuts, no_code, &place);
  } else {
    places({&value, 1}, no_code, &place);
  }
  return place;
}

void FeatureEncoder::places(std::span<const double> numbers, std::uint32_t missing,
                            std::uint32_t* out) const {
  const std::vector<double>& values = feature_.values;
  if (!integer_places_.empty()) {
    const auto range = static_cast<double>(integer_places_.size());
    for (const double x : numbers) {
      const double distance = x - lowest_;
      const bool is_inside = distance >= 0 && distance < range;
      const auto place = static_cast<std::size_t>(is_inside ? distance : 0);
      const bool is_known = is_inside && static_cast<double>(place) == distance;
      *out++ = is_known ? integer_places_[place] : std::isnan(x) ? missing : no_code;
    }
    return;
  }
  feature_.index.count_below(values, numbers, out);
  for (const double x : numbers) {
    const std::uint32_t place = *out;
    const bool is_known = place < values.size() && values[place] == x;
    *out++ = is_known ? place : std::isnan(x) ? missing : no_code;
  }
}

void FeatureEncoder::plain_codes(std::size_t first, std::span<std::uint32_t> out) const {
  if (column_.is_codes()) {
    std::visit(
        [&](auto codes) {
          const auto* const from = codes.data() + first;
          std::transform(from, from + out.size(), out.begin(),
                         [&](auto level) { return level_codes_[level]; });
        },
        column_.codes());
    if (!column_.has_missing()) return;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (column_.missing().test(first + i)) out[i] = missing_code_;
    }
    return;
  }
  const std::span<const double> numbers(numbers_.data() + first, out.size());
  if (feature_.kind == Kind::cuts) {
    codes_by_cuts(numbers, feature_.cuts, missing_code_, out.data());
  } else {
    places(numbers, missing_code_, out.data());
  }
}

void FeatureEncoder::codes(std::size_t first, std::span<std::uint32_t> out) const {
  plain_codes(first, out);
  if (feature_.renumbered.empty()) return;
  for (std::uint32_t& code : out)
    code = code == no_code ? no_code : feature_.renumbered[code];
}

void FeatureEncoder::integers(std::size_t first, std::span<std::int64_t> out) const {
  if (feature_.kind == Kind::ranks) {
    constexpr std::size_t some = 1024;
    std::array<std::uint32_t, some> room{};
    for (std::size_t done = 0; done < out.size(); done += some) {
      const std::size_t count = std::min(some, out.size() - done);
      plain_codes(first + done, {room.data(), count});
      std::transform(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count),
                     out.begin() + static_cast<std::ptrdiff_t>(done), [&](std::uint32_t place) {
                       return place == no_code ? no_integer : feature_.rank(place);
                     });
    }
    return;
  }
  if (column_.is_codes()) {
    std::visit(
        [&](auto codes) {
          const auto* const from = codes.data() + first;
          std::transform(from, from + out.size(), out.begin(),
                         [&](auto level) { return level_integers_[level]; });
        },
        column_.codes());
  } else {
    on_grid(feature_.grid, {numbers_.data() + first, out.size()}, out.data());
  }
  if (!column_.has_missing()) return;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (column_.missing().test(first + i)) out[i] = missing_integer_;
  }
}

void FeatureEncoder::reject(std::size_t row) const {
  const std::string what = column_.missing().test(row) ? "a missing value"
                           : column_.is_codes()
                               ? "the level " + quoted(column_.level(column_.code(row)))
                               : "the value " + number_text(column_.number(row));
  throw Error(ErrorKind::bad_data,
              fmt::format("feature {} has {} that was not there when the table was read first; the "
                          "data must not change during a run",
                          quoted(feature_.name), what));
}

}  // namespace stats
}  // namespace pith
