// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/value_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/encoded/value_index.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t some_values = 8;

/// The number of values below the bound, of which there are some: doubles the values that it
/// searches until they suffice.
std::size_t count_more_below(std::span<const double> values, double bound) {
  std::size_t size = 2 * some_values;
  while (size < values.size() && values[size - 1] < bound)
    size *= 2;
  return count_below(values.first(std::min(size, values.size())), bound);
}

/// Replaces the place of the first value of a number's cell by that of the number. Most cells have
/// fewer values than are compared here, without a branch; values of later cells are not below.
void search_cells(std::span<const double> values, std::span<const double> numbers,
                  std::uint32_t* places) {
  constexpr std::size_t some = some_values;
  const hn::CappedTag<double, some> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t first = places[i];
    const auto rest = values.subspan(first);
    std::size_t below = some;
    if (rest.size() >= some) {
      const auto bound = hn::Set(tag, numbers[i]);
      below = 0;
      for (std::size_t j = 0; j < some; j += lanes)
        below += hn::CountTrue(tag, hn::Lt(hn::LoadU(tag, rest.data() + j), bound));
    }
    places[i] +=
        static_cast<std::uint32_t>(below < some ? below : count_more_below(rest, numbers[i]));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(search_cells);

ValueIndex::ValueIndex(std::span<const double> values) {
  constexpr std::size_t few = 64;
  if (values.size() <= few || values.size() > std::numeric_limits<std::uint32_t>::max()) return;
  const double scale = static_cast<double>(values.size()) / (values.back() - values.front());
  if (!std::isfinite(scale) || scale == 0) return;
  cells_ = {values.front(), scale, static_cast<double>(values.size() - 1)};
  starts_.resize(values.size() + 1);
  // After each cell the end of its values; then also after those without values.
  for (std::size_t i = 0; i < values.size(); ++i)
    starts_[cells_.of(values[i]) + 1] = static_cast<std::uint32_t>(i + 1);
  for (std::size_t cell = 1; cell < starts_.size(); ++cell)
    starts_[cell] = std::max(starts_[cell], starts_[cell - 1]);
}

void ValueIndex::count_below(std::span<const double> values, std::span<const double> numbers,
                             std::uint32_t* out) const {
  if (starts_.empty()) {
    std::transform(numbers.begin(), numbers.end(), out, [&](double number) {
      return static_cast<std::uint32_t>(stats::count_below(values, number));
    });
    return;
  }
  constexpr std::size_t some = 256;
  for (; !numbers.empty(); numbers = numbers.subspan(std::min(some, numbers.size()))) {
    const auto these = numbers.first(std::min(some, numbers.size()));
    std::transform(these.begin(), these.end(), out, [&](double number) {
      const std::size_t cell = cells_.of(number);
      __builtin_prefetch(starts_.data() + cell);
      return static_cast<std::uint32_t>(cell);
    });
    std::transform(out, out + these.size(), out, [&](std::uint32_t cell) {
      const std::uint32_t first = starts_[cell];
      __builtin_prefetch(values.data() + first);
      return first;
    });
    HWY_DYNAMIC_DISPATCH(search_cells)(values, these, out);
    out += these.size();
  }
}

}  // namespace stats
}  // namespace pith
#endif
