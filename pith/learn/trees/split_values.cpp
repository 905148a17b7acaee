// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/split_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pith/base/parallel.h"

namespace pith {
namespace {

constexpr std::size_t features_per_block = 16;
constexpr std::size_t rows_per_block = 256;
/// Beyond this size of a row a group would have too few rows for its copy to pay.
constexpr std::size_t max_row_bytes = 8192;

std::vector<double> numbers_of(const Column& column) {
  std::vector<double> numbers(column.rows());
  column.copy_numbers(0, numbers);
  return numbers;
}

/// The values in ascending order, or whole numbers around them; none if there are too many.
std::optional<std::vector<double>> few_levels(std::span<const double> numbers) {
  constexpr std::size_t most = SplitPlan::max_levels;
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  const bool is_narrow = std::abs(*low) < 1e15 && *high - *low < static_cast<double>(most);
  if (is_narrow &&
      std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == std::floor(x); })) {
    std::vector<double> levels;
    for (double level = *low; level <= *high; ++level)
      levels.push_back(level);
    return levels;
  }
  std::vector<double> levels;
  for (const double x : numbers) {
    const auto place = std::lower_bound(levels.begin(), levels.end(), x);
    if (place != levels.end() && *place == x) continue;
    if (levels.size() == most) return std::nullopt;
    levels.insert(place, x);
  }
  return levels;
}

bool are_floats(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) {
    return std::abs(x) <= static_cast<double>(std::numeric_limits<float>::max()) &&
           static_cast<double>(static_cast<float>(x)) == x;
  });
}

/// The place of x among levels that have it.
std::uint8_t place_of(double x, std::span<const double> levels) {
  const double guess = x - levels.front();
  if (guess >= 0 && guess < static_cast<double>(levels.size())) {
    const auto place = static_cast<std::size_t>(guess);
    if (levels[place] == x) return static_cast<std::uint8_t>(place);
  }
  return static_cast<std::uint8_t>(std::lower_bound(levels.begin(), levels.end(), x) -
                                   levels.begin());
}

}  // namespace

SplitPlan::SplitPlan(const Table& table, const Context& context) {
  const std::size_t features = table.features();
  std::vector<char> has_few(features);
  std::vector<char> has_floats(features);
  levels.assign(features * max_levels, std::numeric_limits<double>::infinity());
  parallel_blocks(context, features, features_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const std::vector<double> numbers = numbers_of(table.feature(static_cast<Feature>(f)));
      has_floats[f] = are_floats(numbers) ? 1 : 0;
      if (const auto few = few_levels(numbers)) {
        has_few[f] = 1;
        std::copy(few->begin(), few->end(), &levels[f * max_levels]);
      }
    }
  });
  const auto holds = [](const std::vector<char>& flags) {
    return std::find(flags.begin(), flags.end(), 0) == flags.end();
  };
  if (holds(has_few)) return;
  type = holds(has_floats) ? SplitType::floats : SplitType::doubles;
  levels = {};
}

template <class T>
SplitValues<T>::SplitValues(const Table& table, std::span<const std::uint32_t> rows, SplitPlan plan,
                            const Context& context)
    : rows_(rows.size()), features_(table.features()), levels_(std::move(plan.levels)) {
  const std::size_t row_bytes = features_ * sizeof(T);
  const bool has_groups = row_bytes <= std::min(max_row_bytes, plan.group_bytes) &&
                          rows_ * row_bytes > 2 * plan.group_bytes;
  context.require_memory(std::uint64_t{rows_} * row_bytes * (has_groups ? 2 : 1),
                         "the copy of the features that the trees split",
                         "select from fewer rows or features");
  if (has_groups) group_rows_ = plan.group_bytes / row_bytes;
  columns_ = std::make_unique_for_overwrite<T[]>(rows_ * features_);
  varies_.resize(features_);
  parallel_blocks(context, features_, features_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const std::vector<double> numbers = numbers_of(table.feature(static_cast<Feature>(f)));
      T* const out = columns_.get() + f * rows_;
      std::span<const double> levels;
      if constexpr (sizeof(T) == 1) {
        levels = std::span(levels_).subspan(f * SplitPlan::max_levels, SplitPlan::max_levels);
      }
      for (std::size_t i = 0; i < rows_; ++i) {
        if constexpr (sizeof(T) == 1) {
          out[i] = place_of(numbers[rows[i]], levels);
        } else {
          out[i] = static_cast<T>(numbers[rows[i]]);
        }
      }
      const Extremes<T> between = extremes_of(std::span<const T>(out, rows_));
      varies_[f] = between.low < between.high ? 1 : 0;
    }
  });
  if (!has_groups) return;
  by_row_ = std::make_unique_for_overwrite<T[]>(rows_ * features_);
  parallel_blocks(context, rows_, rows_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = 0; f < features_; ++f) {
      for (std::size_t i = begin; i < end; ++i)
        by_row_[i * features_ + f] = columns_[f * rows_ + i];
    }
  });
}

template <class T>
T SplitValues<T>::limit(Feature feature, Extremes<T> between, double u) const {
  const double* levels = nullptr;
  double low = 0;
  double high = 0;
  if constexpr (sizeof(T) == 1) {
    levels = &levels_[feature * SplitPlan::max_levels];
    low = levels[between.low];
    high = levels[between.high];
  } else {
    low = static_cast<double>(between.low);
    high = static_cast<double>(between.high);
  }
  // Halves, because the difference of two large numbers may overflow.
  double threshold = high - low < std::numeric_limits<double>::infinity()
                         ? low + u * (high - low)
                         : 2 * (low / 2 + u * (high / 2 - low / 2));
  if (!(threshold < high)) threshold = low;
  if constexpr (sizeof(T) == 1) {
    const auto steps = static_cast<std::size_t>(between.high - between.low);
    const auto guess = static_cast<std::size_t>(u * static_cast<double>(steps));
    std::size_t place = between.low + std::min(guess, steps - 1);
    while (levels[place + 1] <= threshold)
      ++place;
    while (levels[place] > threshold)
      --place;
    return static_cast<T>(place);
  } else if constexpr (sizeof(T) == 4) {
    const auto near = static_cast<float>(threshold);
    return static_cast<double>(near) > threshold
               ? std::nextafter(near, -std::numeric_limits<float>::infinity())
               : near;
  } else {
    return threshold;
  }
}

template class SplitValues<std::uint8_t>;
template class SplitValues<float>;
template class SplitValues<double>;

}  // namespace pith
