// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/grid_columns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/stats/feature_vectors.h"
#include "pith/stats/ranks.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t features_per_block = 16;
constexpr double exact = 9007199254740992;  // 2^53

std::size_t count_distinct(std::span<const double> numbers) {
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

/// Half of the range, because the range itself may overflow.
double half_range(std::span<const double> numbers) {
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  return *high / 2 - *low / 2;
}

/// Whether squared distances over axes with these ranges are exact when scaled by this power of
/// two; rounding may add 1 to a range.
bool fits(std::span<const double> half_ranges, int exponent, double rounding) {
  double sum = 0;
  for (const double half : half_ranges) {
    const double range = std::ldexp(half, exponent + 1) + rounding;
    sum += range * range;
  }
  return sum < exact;
}

}  // namespace

GridColumns::GridColumns(const Table& table, Scale scale, std::size_t max_axes,
                         const Context& context)
    : rows_(table.rows()), start_(table.features(), none) {
  std::vector<Feature> varying;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (is_constant(table.feature(feature))) continue;
    start_[feature] = varying.size() * rows_;
    varying.push_back(feature);
  }
  size_ = varying.size() * rows_;
  if (scale == Scale::standard) {
    std::tie(held_, numbers_) = FeatureVectors(table, Length::unit_variance, context).release();
  } else {
    held_ = context.reserve(std::uint64_t{sizeof(double)} * size_,
                            "the copy of the features on an integer grid",
                            "select from fewer features (" + option("drop") + ")");
    numbers_ = std::make_unique_for_overwrite<double[]>(size_);  // NOLINT(*-c-arrays)
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = varying.size() / features_per_block + 1, .bytes = (ranker_bytes + 8) * rows_},
        context, "the ranks of the features");
    parallel_blocks(memory.context, varying.size(), features_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      Ranker ranker;
                      for (std::size_t i = begin; i < end; ++i) {
                        const Numbers numbers = table.feature(varying[i]).numbers();
                        const std::span<double> out = all().subspan(i * rows_, rows_);
                        if (scale == Scale::raw) {
                          std::copy(numbers.begin(), numbers.end(), out.begin());
                        } else {
                          ranker.rank(numbers, {}, out);
                          std::for_each(out.begin(), out.end(), [](double& rank) { rank *= 2; });
                        }
                      }
                    });
  }
  context.check_cancelled();
  choose_exponent(max_axes);
  round(context);
}

void GridColumns::choose_exponent(std::size_t max_axes) {
  std::vector<double> halves;
  for (std::size_t start = 0; start < size_; start += rows_)
    halves.push_back(half_range(all().subspan(start, rows_)));
  if (!std::all_of(halves.begin(), halves.end(), [](double half) { return std::isfinite(half); }))
    throw Error(ErrorKind::bad_data, "the features have magnitudes whose squares overflow");
  std::sort(halves.begin(), halves.end(), std::greater<>());
  halves.resize(std::min(std::max(max_axes, std::size_t{1}), halves.size()));
  if (halves.empty()) return;
  const bool are_integers = std::all_of(numbers_.get(), numbers_.get() + size_,
                                        [](double number) { return std::rint(number) == number; });
  if (are_integers && fits(halves, 0, 0)) return;
  // Starts at a range of 2^27, which is too large even for one axis, and goes down.
  exponent_ = 26 - std::ilogb(halves.front());
  while (!fits(halves, exponent_, 1))
    --exponent_;
}

void GridColumns::round(const Context& context) {
  std::vector<char> is_coarse(start_.size());
  const ThreadMemory memory = reserve_for_threads(
      {.tasks = start_.size() / features_per_block + 1, .bytes = sizeof(double) * rows_}, context,
      "sorting a feature");
  parallel_blocks(memory.context, start_.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t feature = begin; feature < end; ++feature) {
                      if (start_[feature] == none) continue;
                      const std::span<double> out = all().subspan(start_[feature], rows_);
                      const std::size_t before = count_distinct(out);
                      for (double& number : out)
                        number = std::rint(std::ldexp(number, exponent_));
                      is_coarse[feature] = 4 * (before - count_distinct(out)) > before ? 1 : 0;
                      if (half_range(out) == 0) start_[feature] = none;
                    }
                  });
  for (Feature feature = 0; feature < is_coarse.size(); ++feature) {
    if (is_coarse[feature] != 0) coarse_.push_back(feature);
  }
}

}  // namespace stats
}  // namespace pith
