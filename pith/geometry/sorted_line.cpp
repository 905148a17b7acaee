// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/sorted_line.h"

namespace pith {
inline namespace geometry {
namespace {

/// Stable, because no two positions are equal.
void sort_few(auto* first, auto* end) {
  for (auto* next = first + 1; next < end; ++next) {
    const auto entry = *next;
    auto* place = next;
    for (; place != first && entry.value < place[-1].value; --place)
      *place = place[-1];
    *place = entry;
  }
}

}  // namespace

/// So that few have more than `few` numbers.
constexpr std::size_t buckets_per_number = 2;

void SortedLine::assign(std::span<const double> numbers) {
  const std::size_t size = numbers.size();
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  lowest_ = *low;
  highest_ = *high;
  const double range = *high - *low;
  const std::size_t buckets = buckets_per_number * size;
  buckets_per_unit_ = range > 0 ? static_cast<double>(buckets) / range : 0;
  if (!std::isfinite(buckets_per_unit_)) buckets_per_unit_ = 0;  // a range that is hardly any
  starts_.assign(buckets + 1, 0);
  for (const double number : numbers)
    ++starts_[bucket_of(number) + 1];
  for (std::size_t bucket = 1; bucket <= buckets; ++bucket)
    starts_[bucket] += starts_[bucket - 1];
  entries_.resize(size);
  // Filling a bucket moves its start to its end, which is where the next one starts.
  for (std::size_t i = 0; i < size; ++i)
    entries_[starts_[bucket_of(numbers[i])]++] = {.value = numbers[i],
                                                  .position = static_cast<std::uint32_t>(i)};
  std::copy_backward(starts_.begin(), starts_.end() - 1, starts_.end());
  starts_.front() = 0;
  constexpr std::size_t insertion_limit = 16;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    Entry* const first = entries_.data() + starts_[bucket];
    Entry* const end = entries_.data() + starts_[bucket + 1];
    if (end - first <= static_cast<std::ptrdiff_t>(insertion_limit)) {
      sort_few(first, end);
    } else {
      std::sort(first, end, [](const Entry& a, const Entry& b) {
        return a.value != b.value ? a.value < b.value : a.position < b.position;
      });
    }
  }
  padded_.assign(size + few, std::numeric_limits<double>::infinity());
  order_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    padded_[i] = entries_[i].value;
    order_[i] = entries_[i].position;
  }
}

}  // namespace geometry
}  // namespace pith
