// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/ranks.h"

#include <algorithm>
#include <array>
#include <bit>

#include "pith/base/assert.h"

namespace pith {
inline namespace stats {
namespace {

constexpr unsigned digit_bits = 11;
constexpr unsigned digits = 3;  // of the 32 leading bits
constexpr std::size_t buckets = std::size_t{1} << digit_bits;
constexpr unsigned row_bits = 32;
/// Fewer rows than this are sorted by comparison, because clearing the buckets would take longer.
constexpr std::size_t few = 256;

/// Maps doubles to unsigned integers in the same order; -0 and 0 are equal.
std::uint64_t key_of(double value) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

std::uint32_t row_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>(entry);
}

/// Sorts by the leading bits, stably.
void radix_sort(std::vector<std::uint64_t>& entries, std::vector<std::uint64_t>& room) {
  std::array<std::array<std::uint32_t, buckets>, digits> starts{};
  const auto digit_of = [](std::uint64_t entry, unsigned digit) {
    return (entry >> (row_bits + digit * digit_bits)) & (buckets - 1);
  };
  for (const std::uint64_t entry : entries) {
    for (unsigned digit = 0; digit < digits; ++digit)
      ++starts[digit][digit_of(entry, digit)];
  }
  room.resize(entries.size());
  for (unsigned digit = 0; digit < digits; ++digit) {
    auto& start = starts[digit];
    const std::uint64_t any = digit_of(entries.front(), digit);
    if (start[any] == entries.size()) continue;  // all entries have the same digit
    std::uint32_t sum = 0;
    for (std::uint32_t& place : start) {
      const std::uint32_t count = place;
      place = sum;
      sum += count;
    }
    for (const std::uint64_t entry : entries)
      room[start[digit_of(entry, digit)]++] = entry;
    entries.swap(room);
  }
}

}  // namespace

void Ranker::sort() {
  const auto [lowest, highest] = std::minmax_element(keys_.begin(), keys_.end());
  const std::uint64_t origin = *lowest;
  const auto width = static_cast<unsigned>(std::bit_width(*highest - origin));
  const unsigned shift = width > row_bits ? width - row_bits : 0;
  entries_.resize(keys_.size());
  for (std::size_t row = 0; row < keys_.size(); ++row)
    entries_[row] = ((keys_[row] - origin) >> shift) << row_bits | row;
  if (keys_.size() < few) {
    std::sort(entries_.begin(), entries_.end());
  } else {
    radix_sort(entries_, room_);
  }
  if (shift == 0) return;
  for (auto begin = entries_.begin(); begin != entries_.end();) {
    const auto end = std::find_if(begin + 1, entries_.end(), [&](std::uint64_t entry) {
      return entry >> row_bits != *begin >> row_bits;
    });
    if (end - begin > 1) {
      std::sort(begin, end, [&](std::uint64_t a, std::uint64_t b) {
        return keys_[row_of(a)] < keys_[row_of(b)];
      });
    }
    begin = end;
  }
}

void Ranker::sort(std::span<const double> values) {
  PITH_ASSERT(values.size() <= UINT32_MAX);
  keys_.resize(values.size());
  entries_.clear();
  if (values.empty()) return;
  std::transform(values.begin(), values.end(), keys_.begin(), key_of);
  sort();
}

void Ranker::rank(std::span<const double> values, std::span<const double> weights,
                  std::span<double> ranks) {
  PITH_ASSERT(values.size() == ranks.size());
  sort(values);
  double below = 0;
  for (std::size_t begin = 0; begin < entries_.size();) {
    const std::uint64_t key = keys_[row_of(entries_[begin])];
    double tied = 0;
    std::size_t end = begin;
    for (; end < entries_.size() && keys_[row_of(entries_[end])] == key; ++end)
      tied += weights.empty() ? 1.0 : weights[row_of(entries_[end])];
    for (; begin < end; ++begin)
      ranks[row_of(entries_[begin])] = below + (tied + 1) / 2;
    below += tied;
  }
}

}  // namespace stats
}  // namespace pith
