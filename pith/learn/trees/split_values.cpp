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

/// The values in ascending order; none if there are too many.
std::optional<std::vector<double>> few_levels(std::span<const double> numbers) {
  std::vector<double> levels;
  for (const double x : numbers) {
    const auto place = std::lower_bound(levels.begin(), levels.end(), x);
    if (place != levels.end() && *place == x) continue;
    if (levels.size() == SplitPlan::max_levels) return std::nullopt;
    levels.insert(place, x);
  }
  return levels;
}

/// All whole numbers from the least value to the largest, if the values are such and these are few.
std::optional<std::vector<double>> whole_levels(std::span<const double> numbers) {
  double low = numbers.front();
  double high = low;
  for (const double x : numbers) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  if (!(std::abs(low) < 1e15 && high - low < static_cast<double>(SplitPlan::max_levels)))
    return std::nullopt;
  if (low != std::floor(low)) return std::nullopt;
  bool is_whole = true;
  for (const double x : numbers)
    is_whole = is_whole && static_cast<double>(static_cast<int>(x - low)) == x - low;
  if (!is_whole) return std::nullopt;
  std::vector<double> levels;
  for (double level = low; level <= high; ++level)
    levels.push_back(level);
  return levels;
}

bool are_floats(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) {
    return std::abs(x) <= static_cast<double>(std::numeric_limits<float>::max()) &&
           static_cast<double>(static_cast<float>(x)) == x;
  });
}

/// What the copy of the features and the trees that are grown at a time take, about.
std::uint64_t bytes_to_grow(const Table& table, const Context& context) {
  constexpr std::uint64_t per_row_of_tree = 96;
  return table.rows() * (2 * sizeof(double) * table.features() +
                         per_row_of_tree * std::uint64_t{context.thread_count()});
}

}  // namespace

SplitPlan::SplitPlan(const Table& table, const Context& context) {
  const std::size_t features = table.features();
  const auto holds_for_all = [&](const auto& check) {
    std::vector<char> holds(features);
    parallel_blocks(context, features, features_per_block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t f = begin; f < end; ++f) {
        context.check_cancelled();
        holds[f] = check(f, numbers_of(table.feature(static_cast<Feature>(f)))) ? 1 : 0;
      }
    });
    return std::find(holds.begin(), holds.end(), 0) == holds.end();
  };
  stride = std::min(max_levels, table.rows());
  held = context.reserve(
      sizeof(double) * (std::uint64_t{features} * (stride + 1) +
                        table.rows() * std::min<std::uint64_t>(context.thread_count(), features)),
      "the values of the features that the trees split", "select from fewer features",
      bytes_to_grow(table, context));
  levels.assign(features * stride, std::numeric_limits<double>::infinity());
  bases.assign(features, std::numeric_limits<double>::quiet_NaN());
  if (holds_for_all([&](std::size_t f, std::span<const double> numbers) {
        auto found = whole_levels(numbers);
        if (found) {
          bases[f] = found->front();
          return true;
        }
        found = few_levels(numbers);
        if (found) std::copy(found->begin(), found->end(), &levels[f * stride]);
        return found.has_value();
      })) {
    return;
  }
  levels = {};
  bases = {};
  held.shrink(sizeof(double) * table.rows() * context.thread_count());
  const bool has_floats = holds_for_all(
      [](std::size_t, std::span<const double> numbers) { return are_floats(numbers); });
  type = has_floats ? SplitType::floats : SplitType::doubles;
}

template <class T>
SplitValues<T>::SplitValues(const Table& table, std::span<const std::uint32_t> rows, SplitPlan plan,
                            const Context& context)
    : rows_(rows.size()),
      features_(table.features()),
      planned_(std::move(plan.held)),
      stride_(plan.stride),
      levels_(std::move(plan.levels)),
      bases_(std::move(plan.bases)) {
  const std::size_t row_bytes = features_ * sizeof(T);
  const bool has_groups = row_bytes <= std::min(max_row_bytes, plan.group_bytes) &&
                          rows_ * row_bytes > 2 * plan.group_bytes;
  held_ = context.reserve(std::uint64_t{rows_} * row_bytes * (has_groups ? 2 : 1),
                          "the copy of the features that the trees split",
                          "select from fewer rows or features");
  if (has_groups) group_rows_ = plan.group_bytes / row_bytes;
  columns_ = std::make_unique_for_overwrite<T[]>(rows_ * features_);
  varies_.resize(features_);
  parallel_blocks(context, features_, features_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      context.check_cancelled();
      const std::vector<double> numbers = numbers_of(table.feature(static_cast<Feature>(f)));
      T* const out = columns_.get() + f * rows_;
      for (std::size_t i = 0; i < rows_; ++i) {
        const double x = numbers[rows[i]];
        if constexpr (sizeof(T) == 1) {
          out[i] = static_cast<T>(place_of(static_cast<Feature>(f), x));
        } else {
          out[i] = static_cast<T>(x);
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
std::size_t SplitValues<T>::place_of(Feature feature, double x) const {
  if (!std::isnan(bases_[feature])) return static_cast<std::size_t>(x - bases_[feature]);
  const double* const levels = &levels_[feature * stride_];
  return static_cast<std::size_t>(std::lower_bound(levels, levels + stride_, x) - levels);
}

template <class T>
T SplitValues<T>::limit(Feature feature, Extremes<T> between, double u) const {
  double low = static_cast<double>(between.low);
  double high = static_cast<double>(between.high);
  const double* levels = nullptr;
  double base = 0;
  bool has_base = false;
  if constexpr (sizeof(T) == 1) {
    levels = &levels_[feature * stride_];
    base = bases_[feature];
    has_base = !std::isnan(base);
    low = has_base ? base + low : levels[between.low];
    high = has_base ? base + high : levels[between.high];
  }
  // Halves, because the difference of two large numbers may overflow.
  double threshold = high - low < std::numeric_limits<double>::infinity()
                         ? low + u * (high - low)
                         : 2 * (low / 2 + u * (high / 2 - low / 2));
  if (!(threshold < high)) threshold = low;
  if constexpr (sizeof(T) == 1) {
    if (has_base) {
      const auto below = static_cast<std::size_t>(threshold - base);  // or one more, by rounding
      return static_cast<T>(base + static_cast<double>(below) > threshold ? below - 1 : below);
    }
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
